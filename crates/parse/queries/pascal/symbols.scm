; What a Pascal file defines.
(unit (moduleName) @name) @definition.module
(program (moduleName) @name) @definition.module
(library (moduleName) @name) @definition.module

(defProc header: (declProc name: (genericDot lhs: (_) @scope rhs: (identifier) @name)) local: (_) @body) @definition.function
(defProc header: (declProc name: (genericDot lhs: (_) @scope rhs: (identifier) @name))) @definition.function
(defProc header: (declProc name: (identifier) @name) local: (_) @body) @definition.function
(defProc header: (declProc name: (identifier) @name)) @definition.function
(declProc name: (identifier) @name) @definition.declaration

(declType name: [(identifier) @name (genericTpl entity: (identifier) @name)] type: (declClass (kRecord))) @definition.struct
(declType name: [(identifier) @name (genericTpl entity: (identifier) @name)] type: (declClass)) @definition.class
(declType name: [(identifier) @name (genericTpl entity: (identifier) @name)] type: (declIntf)) @definition.interface
(declType name: [(identifier) @name (genericTpl entity: (identifier) @name)] type: (declHelper)) @definition.implementation
(declType name: (identifier) @name type: (type (declEnum))) @definition.enum
(declType name: [(identifier) @name (genericTpl entity: (identifier) @name)]) @definition.type
(declEnumValue name: (identifier) @name) @definition.field
(declField name: (identifier) @name) @definition.field
(declProp name: (identifier) @name) @definition.field
(declConst name: (identifier) @name) @definition.constant
(declVar name: (identifier) @name) @definition.variable

(comment) @leading
