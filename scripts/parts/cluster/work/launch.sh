# shellcheck shell=bash disable=SC2034,SC2154 # its variables are those of the program that sources it
# How work is done by many machines: in levels of jobs, of which each needs those of the levels before. A job is a line for the
# shell, and may be run again at any time. What is done, `what`, is a file beside this one that defines
#   program           the name of the program that does it
#   arguments WORD... sets `directory`, where the result goes, and what the others need
#   plan              calls `job LEVEL NAME COMMAND...` for each job
#   look              is called again and again while jobs run: whether the rest is needless
#   level_done LEVEL  is called when no job of a level runs any more
#   finish            prints what has come of it, makes what is missing, and ends the program
# How it is done is what the launcher defines: `start FILE`, the jobs of a level, `running`, `pause`, `ended FILE` and `stop`.

interval=${CLUSTER_INTERVAL:-5}
ssh=${PARALLEL_SSH:-ssh}
others=() # hosts whose folders are their own

# job LEVEL NAME COMMAND...
job() {
  local words=("$PWD/scripts/parts/cluster/work/job" "$jobs/$2.pid" "${@:3}")
  echo "${words[*]@Q}" >>"$jobs/level-$(printf %03d "$1")"
}

# Of `arguments`: makes the folder behind FLAG in `args` absolute, and `directory` that folder.
take_directory() { # FLAG
  local i
  for ((i = 0; i < ${#args[@]} - 1; ++i)); do
    [ "${args[i]}" = "$1" ] || continue
    args[i + 1]=$(realpath -m "${args[i + 1]}")
    directory=${args[i + 1]}
  done
  [ -n "${directory:-}" ] || wrong "$what: $1 DIR is needed"
}

need_number_of_parts() { [[ $parts =~ ^[1-9][0-9]*$ ]] || wrong "$what: '$parts' is no number of parts"; }

# bring FROM TO FILES: the FILES, words for the shell, of the folder FROM come from the other hosts into TO, where HOST is the
# host's name. Those that are there stay, if TO is the same for all hosts.
bring() {
  local host to keep=()
  [[ $2 == *HOST* ]] || keep=(--skip-old-files)
  for host in "${others[@]}"; do
    to=${2//HOST/$host}
    mkdir -p "$to"
    $ssh "$host" "cd ${1@Q} && ls -d $3 2>/dev/null | tar c --files-from -" 2>/dev/null | tar x "${keep[@]}" -C "$to" 2>/dev/null || true
  done
}

# give FOLDER FILES: the other hosts get those files of FOLDER that they do not have.
give() {
  local host
  for host in "${others[@]}"; do
    (cd "$1" && eval "ls -d $2" 2>/dev/null | tar c --files-from -) |
      $ssh "$host" "mkdir -p ${1@Q} && tar x --skip-old-files -C ${1@Q}"
  done
}

launch() { # WHAT WORD...
  local level
  what=${1:-}
  printf '%s\n' tables matches training book | need_word task "$what"
  # shellcheck source=scripts/parts/cluster/work/tables.sh
  source "scripts/parts/cluster/work/$what.sh"
  arguments "${@:2}"
  scripts/build release "$program"
  binary=$PWD/build/release/bin/$program
  jobs=$directory/jobs${game:+-$game}
  rm -rf "$jobs"
  mkdir -p "$jobs"
  plan
  trap 'stop; exit 130' INT TERM HUP
  for level in "$jobs"/level-???; do
    [ -e "$level" ] || continue # there is nothing to do
    start "$level"
    while running; do
      if look; then
        stop
        break 2
      fi
      pause
    done
    ended "$level"
    level_done "$((10#${level##*-}))"
  done
  trap - INT TERM HUP
  finish
}
