"""What of others is in what we publish: Debian's package, what SPDX calls it, and its licence."""

# Compiled into the programs for Linux, from their headers.
IN_PROGRAMS = (
    ("libboost-dev", "Boost", "BSL-1.0"),
    ("libcli11-dev", "CLI11", "BSD-3-Clause"),
    ("nlohmann-json3-dev", "nlohmann-json", "MIT"),
    ("libhwy-dev", "Highway", "Apache-2.0"),
)
# Loaded when these run; of some the headers have code that is compiled in.
LOADED = (
    ("libspdlog-dev", "spdlog", "MIT"),
    ("libfmt-dev", "fmt", "MIT"),
    ("libssl-dev", "OpenSSL", "Apache-2.0"),
    ("prometheus-cpp-dev", "prometheus-cpp", "MIT"),
    ("libzstd-dev", "zstd", "BSD-3-Clause"),
    ("libedit-dev", "libedit", "BSD-3-Clause"),
    ("libncurses-dev", "ncurses", "X11"),
)
# Compiled into the programs for Windows, and into the engine for browsers, besides zstd, of which they have the source
# package: scripts/packaging/libraries.
IN_WINDOWS = (
    ("libcli11-dev", "CLI11", "BSD-3-Clause"),
    ("libhwy-dev", "Highway", "Apache-2.0"),
    ("gcc-mingw-w64-base", "GCC-runtime", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    ("mingw-w64-x86-64-dev", "mingw-w64-runtime", "ZPL-2.1 AND MIT AND BSD-3-Clause"),
)
IN_PAGE = (
    ("emscripten", "Emscripten", "MIT AND (Apache-2.0 WITH LLVM-exception)"),
    ("libhwy-dev", "Highway", "Apache-2.0"),
)
ZSTD_SOURCE = "zstd"

# The names of what each kind of file that we publish has notices of.
NOTICES = {
    "programs": tuple(name for _, name, _ in IN_PROGRAMS + LOADED),
    "windows": tuple(name for _, name, _ in IN_WINDOWS) + (ZSTD_SOURCE,),
    "page": tuple(name for _, name, _ in IN_PAGE) + (ZSTD_SOURCE,),
}
# A package that only depends on that of the newest version has not its notices: a file of the other.
FILE_OF = {"libboost-dev": "/usr/include/boost/version.hpp"}
PACKAGES = {name: package for package, name, _ in IN_PROGRAMS + LOADED + IN_WINDOWS + IN_PAGE}
