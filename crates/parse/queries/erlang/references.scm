; references of erlang
