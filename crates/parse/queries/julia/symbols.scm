; symbols of julia
