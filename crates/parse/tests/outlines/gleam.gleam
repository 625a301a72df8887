//// Trains – Züge.

import gleam/io
import gleam/list.{map, type Continue} as l
import gleam/option.{type Option, None, Some}

/// Longest train.
pub const max_cars = 20

const names = ["Köln", "Bonn"]

/// A train.
pub type Train {
  /// With people.
  Passenger(name: String, cars: Int)
  Freight(tons: Float)
}

pub opaque type Ticket(a) {
  Ticket(value: a)
}

pub type Route =
  List(String)

/// Builds a train.
@deprecated("use build")
pub fn new(name name: String, cars cars: Int) -> Train {
  let longest = int_min(cars, max_cars)
  Passenger(name: name, cars: longest)
}

@external(erlang, "erlang", "min")
fn int_min(a: Int, b: Int) -> Int

// Prints all.
pub fn main() {
  [new("ICE", 8), Freight(2.0)]
  |> list.map(fn(train) { describe(train) })
  |> l.each(io.println)
}

fn describe(train: Train) -> String {
  case train {
    Passenger(name, _) -> name
    Freight(_) -> "größer"
  }
}
