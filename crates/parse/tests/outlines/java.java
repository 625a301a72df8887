package de.example.größe;

import java.util.List;
import java.util.function.*;
import static java.util.Objects.requireNonNull;

/**
 * A shelf full of books – sorted by title.
 */
@Deprecated(since = "2")
public final class Shelf<T extends Comparable<T>> extends AbstractShelf<T> implements Iterable<T>, java.io.Closeable {
    /** Most books a shelf can hold. */
    public static final int LIMIT = 100;
    private int width, height;
    @Nullable
    private final List<T> books = new ArrayList<>();

    static {
        System.loadLibrary("shelf");
    }

    public Shelf(int width) {
        this.width = width;
    }

    // Puts a book in its place.
    @Override
    public <R> R put(
            T book,
            Function<? super T, R> then) throws ShelfFullException {
        int local = books.size();
        if (local >= LIMIT) {
            throw new ShelfFullException("voll");
        }
        books.forEach(System.out::println);
        Runnable later = new Runnable() {
            public void run() {
                books.clear();
            }
        };
        return then.apply(requireNonNull(book));
    }

    protected abstract static class Walker {
        abstract void walk(Shelf<?> shelf,
                int depth);
    }
}

/** What can be read. */
sealed interface Readable extends Named permits Book {
    String ENCODING = "UTF-8";

    String read(int page);

    default boolean isEmpty() {
        return read(0).isEmpty();
    }
}

record Book(String title, int pages) implements Readable {
    Book {
        requireNonNull(title);
    }
}

enum Genre {
    NOVEL("n"),
    // With pictures.
    COMIC("c") {
        @Override
        String label() {
            return "Comic";
        }
    };

    private final String code;

    Genre(String code) {
        this.code = code;
    }

    String label() {
        return code;
    }
}

@interface Checked {
    String value() default "ja";
}
