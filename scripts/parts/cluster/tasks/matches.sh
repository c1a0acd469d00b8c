# shellcheck shell=bash disable=SC2034,SC2154 # its variables are those of the program that sources it
# A match: each of N jobs plays a part and saves it after every game. The merged parts are one match, which an SPRT may stop.

program=crown-match

arguments() { # N DIR FLAG...
  parts=${1:-}
  need_number_of_parts
  [ $# -ge 3 ] || wrong "matches: a number of parts, a folder and flags of crown-match are needed"
  directory=$(realpath -m "$2")
  args=("${@:3}")
}
plan() {
  local part speed
  speed=$(scripts/play-match speed)
  for ((part = 1; part <= parts; ++part)); do
    job 0 "part-$part" "$binary" "${args[@]}" --quiet --shard "$part/$parts" --reference-speed "$speed" \
      --resume "$directory/shard-$part.state"
  done
}
# Merges the parts; the match is over if the SPRT has decided or all games were played.
look() {
  local files
  bring "$directory" "$directory/from-HOST" 'shard-*.state'
  mapfile -d '' -t files < <(find "$directory" -name 'shard-*.state' -print0)
  code=0
  "$binary" merge "${files[@]}" >"$directory/table.new" 2>"$directory/merge.log" || code=$?
  [ $code -eq 1 ] || [ $code -eq 2 ] || mv "$directory/table.new" "$directory/table"
  [ $code -eq 0 ] || [ $code -eq 10 ]
}
level_done() { look || true; }
finish() {
  cat "$directory/table" || cat "$directory/merge.log" "$jobs"/*.log >&2
  exit "$code"
}
