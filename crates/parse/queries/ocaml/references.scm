; references of ocaml
