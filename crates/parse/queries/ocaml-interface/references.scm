; references of ocaml-interface
