# shellcheck shell=bash disable=SC2034,SC2154 # its variables are those of the program that sources it
# Endgame tables: a job per table; a level contains the tables that need only tables of earlier levels.

program=crown-tables

arguments() { # GAME --dir DIR [FLAG...]
  game=${1:-}
  need_game "$game"
  args=("${@:2}")
  take_directory --dir
}
plan() {
  local level table
  "$binary" plan "$game" "${args[@]}" >"$jobs/plan"
  while read -r level table; do job "$level" "$table" "$binary" "$game" "${args[@]}" --only "$table"; done <"$jobs/plan"
}
look() { false; }
# Every host needs the tables of the others.
level_done() {
  local files
  files=$(sed -n "s/^$1 \(.*\)/\1.table/p" "$jobs/plan" | paste -sd' ')
  bring "$directory/$game" "$directory/$game" "$files"
  give "$directory/$game" "$files"
}
finish() { exec "$binary" "$game" "${args[@]}"; }
