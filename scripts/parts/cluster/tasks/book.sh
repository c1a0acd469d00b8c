# shellcheck shell=bash disable=SC2034,SC2154 # its variables are those of the program that sources it
# An opening book: each of N jobs builds a part from its share of the starting positions, then the parts are merged.

program=crown-book

arguments() { # N GAME DIR [FLAG...]
  parts=${1:-} game=${2:-}
  need_number_of_parts
  need_game "$game"
  [[ ${3:-} =~ ^[^-] ]] || wrong "book: a number of parts, a game and a folder are needed"
  directory=$(realpath -m "$3")
  args=("${@:4}")
}
plan() {
  local part host
  # Remove old parts of another division.
  rm -f "$directory"/part-*.cbk
  for host in "${others[@]}"; do $ssh "$host" "rm -f ${directory@Q}/part-*.cbk" || true; done
  for ((part = 1; part <= parts; ++part)); do
    job 0 "part-$part" "$binary" build "$game" "${args[@]}" --shard "$part/$parts" --out "$directory/part-$part.cbk" --force \
      --state "$directory/part-$part-of-$parts.state"
  done
}
look() { false; }
level_done() { bring "$directory" "$directory" 'part-*.cbk'; }
finish() {
  local part files=()
  for ((part = 1; part <= parts; ++part)); do
    files+=("$directory/part-$part.cbk")
    [ -e "${files[-1]}" ] && continue
    cat "$jobs"/*.log >&2
    echo "book: part $part was not built" >&2
    exit 1
  done
  exec "$binary" merge "${files[@]}" --out "$directory/$game.cbk" --force
}
