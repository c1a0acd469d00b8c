# shellcheck shell=bash disable=SC2034,SC2154 # its variables are those of the program that sources it
# Training data: N jobs generate the same bytes as one machine.

program=crown-train

arguments() { # N GAME --out DIR [FLAG...]
  parts=${1:-} game=${2:-}
  need_number_of_parts
  need_game "$game"
  args=("${@:3}")
  take_directory --out
}
plan() {
  local part
  for ((part = 1; part <= parts; ++part)); do
    job 0 "part-$part" "$binary" play "$game" "${args[@]}" --shard "$part/$parts"
  done
}
look() { false; }
level_done() { bring "$directory" "$directory" 'chunk-*'; }
# Generate missing data here: parts are not exactly equal, and one may have failed.
finish() { exec "$binary" play "$game" "${args[@]}"; }
