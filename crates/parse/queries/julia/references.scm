; references of julia
