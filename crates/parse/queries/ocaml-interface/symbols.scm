; symbols of ocaml-interface
