; What a C# file uses.
(invocation_expression function: [
  (identifier) @reference.call
  (generic_name . (identifier) @reference.call)
  (member_access_expression name: [
    (identifier) @reference.call
    (generic_name . (identifier) @reference.call)])
  (conditional_access_expression (member_binding_expression name: [
    (identifier) @reference.call
    (generic_name . (identifier) @reference.call)]))])
(object_creation_expression type: [
  (identifier) @reference.call
  (generic_name . (identifier) @reference.call)
  (qualified_name name: (identifier) @reference.call)])
(base_list [
  (identifier) @reference.implements
  (generic_name . (identifier) @reference.implements)
  (qualified_name name: (identifier) @reference.implements)
  (primary_constructor_base_type type: (identifier) @reference.implements)])
(attribute name: (identifier) @reference.type)
(variable_declaration type: (identifier) @reference.type)
(parameter type: (identifier) @reference.type)
(method_declaration returns: (identifier) @reference.type)
(property_declaration type: (identifier) @reference.type)
(cast_expression type: (identifier) @reference.type)
(as_expression right: (identifier) @reference.type)
(is_expression right: (identifier) @reference.type)
(typeof_expression type: (identifier) @reference.type)
(catch_declaration type: (identifier) @reference.type)
(nullable_type type: (identifier) @reference.type)
(array_type type: (identifier) @reference.type)
(type_argument_list (identifier) @reference.type)
(generic_name . (identifier) @reference.type)
(declaration_pattern type: (identifier) @reference.type)
(type_parameter_constraint type: (identifier) @reference.type)

(using_directive [(identifier) (qualified_name) (alias_qualified_name)] @import.path . ";") @import
(using_directive name: (identifier) @import.alias (_) @import.path . ";") @import
