; symbols of ocaml
