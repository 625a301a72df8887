; What a Nix file defines: what `let` binds and the attributes of the sets that a file or a function gives back.
(let_expression (binding_set (binding attrpath: (attrpath) @name expression: (function_expression)) @definition.function))
(let_expression (binding_set (binding attrpath: (attrpath) @name) @definition.constant))

(source_code expression: [
  (attrset_expression (binding_set (binding attrpath: (attrpath) @name expression: (function_expression)) @definition.function))
  (rec_attrset_expression (binding_set (binding attrpath: (attrpath) @name expression: (function_expression)) @definition.function))])
(source_code expression: [
  (attrset_expression (binding_set (binding attrpath: (attrpath) @name) @definition.field))
  (rec_attrset_expression (binding_set (binding attrpath: (attrpath) @name) @definition.field))])
(function_expression body: [
  (attrset_expression (binding_set (binding attrpath: (attrpath) @name expression: (function_expression)) @definition.function))
  (rec_attrset_expression (binding_set (binding attrpath: (attrpath) @name expression: (function_expression)) @definition.function))])
(function_expression body: [
  (attrset_expression (binding_set (binding attrpath: (attrpath) @name) @definition.field))
  (rec_attrset_expression (binding_set (binding attrpath: (attrpath) @name) @definition.field))
  (apply_expression argument: (attrset_expression (binding_set (binding attrpath: (attrpath) @name) @definition.field)))
  (apply_expression argument: (rec_attrset_expression (binding_set (binding attrpath: (attrpath) @name) @definition.field)))])
(let_expression body: [
  (attrset_expression (binding_set (binding attrpath: (attrpath) @name expression: (function_expression)) @definition.function))
  (rec_attrset_expression (binding_set (binding attrpath: (attrpath) @name expression: (function_expression)) @definition.function))])
(let_expression body: [
  (attrset_expression (binding_set (binding attrpath: (attrpath) @name) @definition.field))
  (rec_attrset_expression (binding_set (binding attrpath: (attrpath) @name) @definition.field))
  (apply_expression argument: (attrset_expression (binding_set (binding attrpath: (attrpath) @name) @definition.field)))
  (apply_expression argument: (rec_attrset_expression (binding_set (binding attrpath: (attrpath) @name) @definition.field)))])

(comment) @leading
