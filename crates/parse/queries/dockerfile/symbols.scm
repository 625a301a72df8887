; What a Dockerfile defines: stages, arguments, the environment, what it starts.
(from_instruction as: (image_alias) @name
  (#set! block_type "FROM")) @definition.block
(from_instruction !as (image_spec) @name
  (#set! block_type "FROM")) @definition.block
(arg_instruction (arg_pair name: (_) @name) @definition.constant
  (#set! block_type "ARG"))
(env_instruction (env_pair name: (_) @name) @definition.constant
  (#set! block_type "ENV"))
(entrypoint_instruction "ENTRYPOINT" @name @block_type) @definition.block
(source_file (cmd_instruction "CMD" @name @block_type) @definition.block)

(comment) @leading
