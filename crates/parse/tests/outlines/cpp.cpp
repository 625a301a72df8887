// Shapes that can be drawn – and measured.
#include <memory>
#include "canvas.hpp"

#define SHAPES_MAX 32
#define SHAPES_CHECK(x) do { if (!(x)) std::abort(); } while (0)

using std::string;
using namespace std::literals;

namespace geometry {

namespace detail::impl {
constexpr double pi = 3.14159;
}

/// A number type that can be scaled.
template <typename T>
concept Scalar = requires(T a) { a * 2.0; };

template <typename T>
using Ptr = std::unique_ptr<T>;

typedef struct { int r, g, b; } Color;
typedef void (*Callback)(int event);

enum class Kind : unsigned char {
  Circle,
  /// With four corners.
  Square = 4,
};

/**
 * Base of all shapes.
 */
class Shape : public Drawable, private detail::Counted<Shape> {
 public:
  explicit Shape(string name) : name_(std::move(name)), kind_{Kind::Circle} {}
  Shape(const Shape&) = delete;
  virtual ~Shape();

  /// Area in cm².
  virtual double area() const = 0;
  [[nodiscard]] const string& name() const noexcept { return name_; }
  Shape& operator=(const Shape& other);
  bool operator==(const Shape& other) const { return name_ == other.name_; }
  explicit operator bool() const { return true; }
  static Shape* create(Kind kind,
                       const string& name);

  template <typename Visitor>
  void visit(Visitor&& visitor) {
    visitor.template apply<Shape>(*this);
  }

  struct Options {
    int größe = 1;
    Color& color;
  };

 protected:
  static constexpr int kLimit = 3;
  string name_;
  Kind kind_;
};

// Doubles what it is given.
template <Scalar T>
T twice(T value) {
  return value * 2;
}

template <>
class Box<int> final {};

std::ostream& operator<<(std::ostream& out, const Shape& shape);
int Shape::count = 0;

Shape::Shape(int corners)
    : name_("shape"), corners_(corners) {
  detail::impl::check<int>(corners);
}

Shape::~Shape() {}

// Makes a shape.
Shape* Shape::create(Kind kind, const string& name) {
  auto* made = new Circle(name);
  int local = SHAPES_MAX;
  return made;
}

Shape& Shape::operator=(const Shape& other) { return *this; }

template <typename T>
void Box<T>::put(T&& item) {}

double geometry::Square::area() const { return side_ * side_; }

}  // namespace geometry

extern "C" int shapes_main(int argc, char** argv) {
  return geometry::twice(argc);
}
