"""The libraries in the published files: Debian's package, name in SPDX, licence."""

# Compiled into the programs for Linux, from their headers.
IN_PROGRAMS = (
    ("libboost-dev", "Boost", "BSL-1.0"),
    ("libcli11-dev", "CLI11", "BSD-3-Clause"),
    ("nlohmann-json3-dev", "nlohmann-json", "MIT"),
    ("libhwy-dev", "Highway", "Apache-2.0"),
)
# Shared libraries; some have headers with code that is compiled in.
LOADED = (
    ("libspdlog-dev", "spdlog", "MIT"),
    ("libfmt-dev", "fmt", "MIT"),
    ("libssl-dev", "OpenSSL", "Apache-2.0"),
    ("prometheus-cpp-dev", "prometheus-cpp", "MIT"),
    ("libzstd-dev", "zstd", "BSD-3-Clause"),
    ("libedit-dev", "libedit", "BSD-3-Clause"),
    ("libncurses-dev", "ncurses", "X11"),
)
# Compiled into the programs for Windows and into the engine for browsers, besides zstd (see scripts/packaging/libraries).
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

# The libraries whose notices each kind of published file must have.
NOTICES = {
    "programs": tuple(name for _, name, _ in IN_PROGRAMS + LOADED),
    "windows": tuple(name for _, name, _ in IN_WINDOWS) + (ZSTD_SOURCE,),
    "page": tuple(name for _, name, _ in IN_PAGE) + (ZSTD_SOURCE,),
}
# Some packages only depend on a package with a version in its name; their notices are in a file of that one.
FILE_OF = {"libboost-dev": "/usr/include/boost/version.hpp"}
PACKAGES = {name: package for package, name, _ in IN_PROGRAMS + LOADED + IN_WINDOWS + IN_PAGE}
