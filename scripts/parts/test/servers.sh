# shellcheck shell=bash disable=SC2034,SC2154 # its variables are those of the program that sources it
# Functions shared by tests of real servers.

# fail TEXT: ends the test, and prints the ends of the servers' logs.
fail() {
  echo "FAILED: $*"
  tail -n 20 "$work"/*.log
  exit 1
}
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
# wait_until WHAT COMMAND...: repeats the command until it succeeds, for at most a minute.
wait_until() {
  local _
  for _ in $(seq 600); do if "${@:2}" >/dev/null 2>&1; then return; else sleep 0.1; fi; done
  fail "$1"
}
