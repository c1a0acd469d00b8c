# shellcheck shell=bash
# Functions that the programs in scripts/ share. A command is scripts/COMMAND, its parts are the programs scripts/parts/COMMAND/PART. Each
# sources this file, which changes to the root of the checkout and prints the leading comment of the program for --help. The list of parts
# has the first line of this comment.

self=$(realpath "$0")
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit

called=${self#"$PWD/"} # this command as the user types it: scripts/bench, or scripts/bench perft
if [[ $called == scripts/parts/* ]]; then
  called=${called#scripts/parts/}
  called="scripts/${called%%/*} ${called#*/}"
fi
command=${called#scripts/}
command=${command%% *}

# wrong TEXT: reports invalid arguments and exits. TEXT names the error, then the valid values.
wrong() {
  echo "$called: $*" >&2
  exit 2
}

# head_of PROGRAM: prints its leading comment.
head_of() { awk 'NR > 1 { if (!sub(/^# ?/, "")) exit; print }' "$1"; }

# parts: prints the names of this command's parts.
parts() {
  local file
  for file in "scripts/parts/$command"/*; do
    if [ -f "$file" ] && [ -x "$file" ]; then echo "${file##*/}"; fi
  done
}
# games: prints the names of all games, from their folders.
games() { sed -nE 's/.*string_view name = "([a-z-]+)";.*/\1/p' engine/games/*/rules.hpp | sort -u; }
# presets: prints the names of the presets in CMakePresets.json.
presets() { sed -nE 's/^ *"name": "([^"]+)",$/\1/p' CMakePresets.json | grep -vx base; }

listed() { paste -sd, | sed 's/,/, /g'; }
# need_word KIND WORD: exits with an error unless standard input, a list of names of this kind, has WORD.
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

# print_help: prints this program's leading comment, with the games for {games}, and its parts.
print_help() {
  head_of "$self" | sed "s/{games}/$(games | listed)/"
  [ "$called" = "scripts/$command" ] || return 0
  local part
  for part in $(parts); do printf '  %-15s %s\n' "$part" "$(head_of "scripts/parts/$command/$part" | head -n 1)"; done
}

# run_part WORD...: executes the part that the first word names, if it exists.
run_part() {
  local part
  for part in $(parts); do
    [ "${1:-}" != "$part" ] || exec "scripts/parts/$command/$part" "${@:2}"
  done
}

# need_part WORD...: the same, but a missing part is an error.
need_part() {
  run_part "$@"
  parts | need_word part "${1:-}"
}

# package_lists: prints the names of all packages.txt.
package_lists() { find . -maxdepth 4 -path ./build -prune -o -name packages.txt -printf '%P\n' | sort; }
# setup [FOLDER|PACKAGE...]: installs missing packages.
setup() { scripts/build setup "$@"; }
# need PROGRAM [PACKAGE]: installs the package (by default PROGRAM) if the program is missing.
need() { command -v "$1" >/dev/null || setup "${2:-$1}"; }

# run TARGET[,TARGET...] [ARGUMENT...]: builds the targets and executes the first.
run() {
  local targets
  IFS=, read -ra targets <<<"$1"
  scripts/build release "${targets[@]}"
  exec "build/release/bin/${targets[0]}" "${@:2}"
}

# use_ccache: makes builds use ccache if it is installed. Copies of the tree below this folder share objects.
use_ccache() {
  command -v ccache >/dev/null || return 0
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=${CCACHE_BASEDIR:-$PWD} CCACHE_NOHASHDIR=1
  export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros}
}

# configure NAME FLAG...: configures a build by CMake, with the log build/.configure-NAME.log; prints the log if that fails.
configure() {
  # shellcheck disable=SC2086 # the flags are words
  cmake "${@:2}" ${CROWND_CMAKE_FLAGS:-} >"build/.configure-$1.log" 2>&1 || {
    cat "build/.configure-$1.log"
    exit 1
  }
}

# stop_at_the_first_fault: sets options for the sanitizers. Short stacks of allocations and a small quarantine take a fifth less time.
stop_at_the_first_fault() {
  export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=1:malloc_context_size=8:quarantine_size_mb=16} TSAN_OPTIONS=${TSAN_OPTIONS:-halt_on_error=1}
  export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1:halt_on_error=1}
}

# scratch: makes a temporary folder $work. At exit, removes it and kills the processes whose ids are in `processes`.
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

# If the leading comment contains "--help lists", the program continues and passes --help to the program that it runs.
if [ "${1:-}" = --help ]; then
  print_help
  grep -q -e '--help lists' "$self" || exit 0
  echo
fi
