# shellcheck shell=bash
# Wrong words, for tests/scripts/test_commands.
expect 2 "scripts/package: no architecture 'i386'; architectures are amd64, arm64" scripts/package i386
expect 2 "scripts/release: no architecture 'i386'" scripts/release i386
