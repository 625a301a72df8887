(** Tea – grün. *)
open Printf
open! Core.List
include Set.Make (String)
module M = Map.Make (Int)

(** Kinds of tea. *)
type kind =
  | Green  (** light *)
  | Black of int
  | Mixed of { parts : kind list; name : string }

and cup = {
  mutable volume : float;
  kind : kind;
}

type 'a tree = Leaf | Node of 'a tree * 'a * 'a tree

exception Too_hot of float

(** Where tea is kept. *)
module type STORE = sig
  type t

  (** Empty. *)
  val empty : t
  val add : t -> cup -> t
end

module Shelf : STORE = struct
  type t = cup list

  let empty = []
  let add shelf cup = cup :: shelf
end

module Make (S : STORE) = struct
  let twice store cup = S.add (S.add store cup) cup
end

external now : unit -> float = "caml_now"

let limit = 95.5

(** Pours a cup.
    Raises {!Too_hot}. *)
let pour ?(temperature = 80.) ~kind volume =
  let check t = if t > limit then raise (Too_hot t) in
  check temperature;
  printf "größer %f\n" volume;
  { volume; kind }

(* Recursion. *)
let rec depth = function
  | Leaf -> 0
  | Node (l, _, r) -> 1 + max (depth l) (depth r)

and sum tree = match tree with Leaf -> 0 | Node (l, v, r) -> sum l + v + sum r

let ( |>> ) x f = f x

class virtual counter start =
  object (self)
    inherit base
    val mutable count = start
    method virtual name : string
    method incr by = count <- count + by
    method private reset = count <- self#zero
  end

class type countable = object
  method incr : int -> unit
end

let () = ignore (pour ~kind:Green 0.2)
