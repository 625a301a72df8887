(** Tea, from outside – grün. *)

open Core

type kind =
  | Green
  | Black of int

(** A cup. *)
type cup = { mutable volume : float; kind : kind }

type 'a t

exception Too_hot of float

val limit : float
(** Degrees. *)

(** Pours a cup. *)
val pour : ?temperature:float -> kind:kind -> float -> cup

external now : unit -> float = "caml_now"

val ( |>> ) : 'a -> ('a -> 'b) -> 'b

module type STORE = sig
  type t
  val empty : t
end

module Shelf : STORE

module Make (S : STORE) : sig
  val twice : S.t -> cup -> S.t
end

module Inner : sig
  val depth : 'a t -> int
end

include STORE with type t := int

class counter : int -> object
  val mutable count : int
  method incr : int -> unit
end
