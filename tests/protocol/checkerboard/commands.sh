# shellcheck shell=bash
# Wrong words, for tests/scripts/test_commands.
expect 2 "scripts/test windows: --short is all that it knows, not '--shrt'" scripts/test windows --shrt
