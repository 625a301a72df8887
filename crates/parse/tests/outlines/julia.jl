"""
    Orchard

Trees and fruit – Äpfel.
"""
module Orchard

using LinearAlgebra, Statistics
using DataFrames: DataFrame, select
import Base: show, +
import JSON
include("weather.jl")

export Tree, harvest

const MAX_FRUIT = 1_000
counter = 0

abstract type Plant end

"A tree with fruit."
struct Tree{T<:Real} <: Plant
    height::T
    fruits::Vector{Fruit}
    name
end

mutable struct Basket
    weight::Float64
    Basket() = new(0.0)
end

primitive type Leaf 8 end

@enum Season spring summer autumn

"""
    harvest(tree, n)

Takes `n` fruits.
"""
function harvest(tree::Tree{T}, n::Int=1; ripe::Bool=true) where {T<:Real}
    total = 0
    function inner(x)
        x + 1
    end
    for i in 1:n
        total += weigh(tree.fruits[i])
    end
    return inner(total)
end

# One line.
area(r) = π * r^2
half(x::Number)::Float64 = x / 2

Base.show(io::IO, tree::Tree) = print(io, "Tree(", tree.name, ")")

function Base.length(tree::Tree)
    length(tree.fruits)
end

+(a::Basket, b::Basket) = a.weight + b.weight

@inline function fast(x) x end

"Runs twice."
macro twice(ex)
    quote
        $(esc(ex))
        $(esc(ex))
    end
end

function later end

module Inner
größe = 3
end

end # module
