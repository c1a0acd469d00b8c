# shellcheck shell=bash disable=SC2034,SC2154 # its variables are those of the program that sources it
# Runs a task on many machines, in levels of jobs; each level needs the results of earlier levels. A job is a shell command line that can be run
# again at any time. The task `what` is a file in this folder that defines
#   program           the name of the program that the jobs run
#   arguments WORD... sets `directory` for the results, and other variables
#   plan              calls `job LEVEL NAME COMMAND...` for each job
#   look              is polled while jobs run; success means that the other jobs are not needed
#   level_done LEVEL  is called when all jobs of a level have ended
#   finish            prints the result, completes missing parts, and exits
# The launcher defines how to run jobs: `start FILE` (the jobs of a level), `running`, `pause`, `ended FILE` and `stop`.

interval=${CLUSTER_INTERVAL:-5}
ssh=${PARALLEL_SSH:-ssh}
others=() # hosts that do not share folders with this machine

# job LEVEL NAME COMMAND...
job() {
  local words=("$PWD/scripts/parts/cluster/tasks/job" "$jobs/$2.pid" "${@:3}")
  echo "${words[*]@Q}" >>"$jobs/level-$(printf %03d "$1")"
}

# For `arguments`: makes the folder after FLAG in `args` absolute, and sets `directory` to it.
take_directory() { # FLAG
  local i
  for ((i = 0; i < ${#args[@]} - 1; ++i)); do
    [ "${args[i]}" = "$1" ] || continue
    args[i + 1]=$(realpath -m "${args[i + 1]}")
    directory=${args[i + 1]}
  done
  [ -n "${directory:-}" ] || wrong "$what: $1 DIR is needed"
}

need_number_of_parts() { [[ $parts =~ ^[1-9][0-9]*$ ]] || wrong "$what: invalid number of parts '$parts': expected 1 or more"; }

# bring FROM TO FILES: copies FILES (shell patterns) in the folder FROM of the other hosts to TO, where the host's name replaces HOST. Without
# HOST, keeps existing files.
bring() {
  local host to keep=()
  [[ $2 == *HOST* ]] || keep=(--skip-old-files)
  for host in "${others[@]}"; do
    to=${2//HOST/$host}
    mkdir -p "$to"
    $ssh "$host" "cd ${1@Q} && ls -d $3 2>/dev/null | tar c --files-from -" 2>/dev/null | tar x "${keep[@]}" -C "$to" 2>/dev/null || true
  done
}

# give FOLDER FILES: copies the files of FOLDER that other hosts lack to these hosts.
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
  # shellcheck source=scripts/parts/cluster/tasks/tables.sh
  source "scripts/parts/cluster/tasks/$what.sh"
  arguments "${@:2}"
  scripts/build release "$program"
  binary=$PWD/build/release/bin/$program
  jobs=$directory/jobs${game:+-$game}
  rm -rf "$jobs"
  mkdir -p "$jobs"
  plan
  trap 'stop; exit 130' INT TERM HUP
  for level in "$jobs"/level-???; do
    [ -e "$level" ] || continue # there are no jobs
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
