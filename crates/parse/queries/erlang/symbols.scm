; symbols of erlang
