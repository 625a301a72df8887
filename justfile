# The menu. `just` lists it.

# List the recipes.
default:
    @just --list

# Everything the gate checks.
check:
    .ci/run

# All tests.
test *arguments:
    cargo test --workspace {{arguments}}

# Quality and speed on annotated repositories: `just eval --bench DIR --trees DIR`.
eval *arguments:
    cargo run --release -p quarry-eval -- {{arguments}}

# Indexing against reading and parsing alone.
bench root=".":
    cargo bench -p quarry-engine --bench index_speed -- {{absolute_path(root)}}

# Kill indexing at random moments.
kills root="." times="300":
    cargo build --release
    cargo xtask kills --times {{times}} --root {{root}}

# The reference pages and the API documentation.
docs:
    cargo xtask reference
    cargo doc --workspace --no-deps

# Format everything.
fmt:
    cargo fmt --all
