# shellcheck shell=bash
# What the programs in scripts/ share. A command is scripts/COMMAND, its parts are the programs scripts/parts/COMMAND/PART. Each
# sources this file, which takes it to the root of the checkout and answers --help with the comment at the program's head. The
# first line of that comment stands in the list of parts.

self=$(realpath "$0")
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit

called=${self#"$PWD/"} # of this program as a person types it: scripts/bench, or scripts/bench perft
if [[ $called == scripts/parts/* ]]; then
  called=${called#scripts/parts/}
  called="scripts/${called%%/*} ${called#*/}"
fi
command=${called#scripts/}
command=${command%% *}

# wrong TEXT: the words of the call are wrong; TEXT says what is, and what would be right.
wrong() {
  echo "$called: $*" >&2
  exit 2
}

# head_of PROGRAM: the comment at its head.
head_of() { awk 'NR > 1 { if (!sub(/^# ?/, "")) exit; print }' "$1"; }

# parts: the second words of this command.
parts() {
  local file
  for file in "scripts/parts/$command"/*; do
    if [ -f "$file" ] && [ -x "$file" ]; then echo "${file##*/}"; fi
  done
}
# games: the names of all games, of their folders.
games() { sed -nE 's/.*string_view name = "([a-z-]+)";.*/\1/p' engine/games/*/rules.hpp | sort -u; }
# presets: the names of the builds that CMakePresets.json describes.
presets() { sed -nE 's/^ *"name": "([^"]+)",$/\1/p' CMakePresets.json | grep -vx base; }

listed() { paste -sd, | sed 's/,/, /g'; }
# need_word KIND WORD: WORD must be one of the names of that kind, which standard input lists.
need_word() {
  local kind=$1 word=$2 known also
  known=$(cat)
  ! grep -qxFe "$word" <<<"$known" || return 0
  also=
  if [ "$kind" != part ] && [ "$called" = "scripts/$command" ]; then also=$(parts | listed); fi
  [ -z "$word" ] || wrong "no $kind '$word'; ${kind}s are $(listed <<<"$known")${also:+; parts are $also}"
  wrong "a $kind is needed; ${kind}s are $(listed <<<"$known")${also:+; parts are $also}"
}
need_game() { games | need_word game "${1:-}"; }
need_preset() { presets | need_word preset "$1"; }
need_architecture() { printf '%s\n' amd64 arm64 | need_word architecture "$1"; }

# print_help: the comment at this program's head, with the games for {games}, and its parts.
print_help() {
  head_of "$self" | sed "s/{games}/$(games | listed)/"
  [ "$called" = "scripts/$command" ] || return 0
  local part
  for part in $(parts); do printf '  %-15s %s\n' "$part" "$(head_of "scripts/parts/$command/$part" | head -n 1)"; done
}

# run_part WORD...: becomes the part that the first word names, if there is one.
run_part() {
  local part
  for part in $(parts); do
    [ "${1:-}" != "$part" ] || exec "scripts/parts/$command/$part" "${@:2}"
  done
}

# need_part WORD...: the same for a command that consists of its parts.
need_part() {
  run_part "$@"
  parts | need_word part "${1:-}"
}

# setup PACKAGE...: installs what is missing of them.
setup() { scripts/build setup "$@"; }
# need PROGRAM [PACKAGE]: installs the package if the program is missing.
need() { command -v "$1" >/dev/null || setup "${2:-$1}"; }

# run TARGET[,TARGET...] [ARGUMENT...]: builds the targets and becomes the first, which is a program.
run() {
  local targets
  IFS=, read -ra targets <<<"$1"
  scripts/build release "${targets[@]}"
  exec "build/release/bin/${targets[0]}" "${@:2}"
}

# configure NAME FLAG...: has CMake prepare a build; what it says is in build/.configure-NAME.log, and is printed if it fails.
configure() {
  # shellcheck disable=SC2086 # the flags are words
  cmake "${@:2}" ${CROWND_CMAKE_FLAGS:-} >"build/.configure-$1.log" 2>&1 || {
    cat "build/.configure-$1.log"
    exit 1
  }
}

# stop_at_the_first_fault: what the sanitizers do in the programs that follow.
stop_at_the_first_fault() {
  export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=1} TSAN_OPTIONS=${TSAN_OPTIONS:-halt_on_error=1}
  export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1:halt_on_error=1}
}

# scratch: makes a folder $work that goes when the program ends, and with it the processes whose ids are added to `processes`.
scratch() {
  work=$(mktemp -d)
  processes=()
  trap clean_up EXIT
}
clean_up() {
  kill "${processes[@]}" 2>/dev/null || true
  wait
  rm -rf "$work"
}

# A program whose head says that --help lists its flags goes on, and hands --help to what it runs.
if [ "${1:-}" = --help ]; then
  print_help
  grep -q -e '--help lists' "$self" || exit 0
  echo
fi
