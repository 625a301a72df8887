; What a Ruby file defines. The signature of a class is its first line (a @body before the name), because comments may
; stand between that line and the body.
(class "class" @body name: [
  (constant) @name
  (scope_resolution scope: (_) @scope name: (constant) @name)]) @definition.class
(module "module" @body name: [
  (constant) @name
  (scope_resolution scope: (_) @scope name: (constant) @name)]) @definition.module
(body_statement (method name: (_) @name) @definition.method)
(method name: (_) @name) @definition.function
(singleton_method name: (_) @name) @definition.method
(alias name: (_) @name) @definition.method

; Point = Struct.new(:x, :y)
(assignment left: (constant) @name
  right: (call receiver: (constant) @_maker method: (identifier) @_new)
  (#any-of? @_maker "Struct" "Class" "Data")
  (#any-of? @_new "new" "define")) @definition.class
(assignment left: (constant) @name) @definition.constant
(call method: (identifier) @_attribute arguments: (argument_list (simple_symbol) @name @definition.field)
  (#any-of? @_attribute "attr_reader" "attr_writer" "attr_accessor"))

(comment) @leading
