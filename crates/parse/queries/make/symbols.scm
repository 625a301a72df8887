; What a Makefile defines. Special targets (.PHONY) are left out, and what the parser took for a target after an error.
; The grammar takes a conditional after a rule into its recipe. What is defined in there is not part of the rule.
(rule . (targets) @name @definition.block (recipe (conditional [
  (variable_assignment) (shell_assignment) (rule) (define_directive) (export_directive) (conditional)
  (else_directive (variable_assignment)) (else_directive (rule))]))
  (#not-match? @name "^\\.[A-Z_]+$|="))
(rule . (targets) @name
  (#not-match? @name "^\\.[A-Z_]+$|=")) @definition.block
(variable_assignment name: (_) @name operator: ["=" ":=" "::=" "?="]) @definition.variable
(shell_assignment name: (_) @name) @definition.variable
(define_directive name: (_) @name) @definition.macro

(comment) @leading
