#!/usr/bin/env bash
# Backs up a folder – every night.
set -euo pipefail

source "$(dirname "$0")/lib.sh"
. ./config.env

# Where backups go.
readonly TARGET=/var/backups
declare -r VERSION="1.0"
export LANG=C
GREETING='Grüße'
VERBOSE=${VERBOSE:-0}
files=(
  "a b"
  c
)

# Prints a message.
# Arguments: text
log() {
  local level=$1
  printf '%s: %s\n' "$level" "$2" >&2
}

function run_backup {
  local source_dir
  source_dir=$(realpath "$1")
  tar -czf "${TARGET}/x.tgz" "$source_dir" || return 1
  helper() {
    log info "inner"
  }
}

function cleanup() (
  cd /tmp
  rm -rf "$TARGET/old"
)

trap cleanup EXIT

if [[ ${VERBOSE} -gt 0 ]]; then
  debug() { log debug "$@"; }
fi

main() {
  cat <<-EOF
	Start: ${VERSION} über alles
	EOF
  for file in "${files[@]}"; do
    LC_ALL=C run_backup "$file"
  done
}

main "$@"
