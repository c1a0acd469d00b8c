# shellcheck shell=bash
# Wrong words, for tests/scripts/test_commands.
expect 2 "scripts/tune: no method 'luck'; methods are try, spsa" scripts/tune luck
expect 2 "scripts/cluster slurm: no task 'nothing'; tasks are tables, matches, training" scripts/cluster slurm nothing
expect 2 "scripts/cluster parallel: matches: invalid number of parts 'none'" scripts/cluster parallel matches none folder --games 2
expect 2 "scripts/cluster slurm: tables: --dir DIR is needed" scripts/cluster slurm tables english --pieces 3
for command in train "cluster parallel training 3" "cluster slurm tables"; do
  read -ra words <<<"$command"
  expect 2 "no game 'chess'; games are " "scripts/${words[0]}" "${words[@]:1}" chess
done
