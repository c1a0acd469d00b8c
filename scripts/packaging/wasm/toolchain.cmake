# CMake's toolchain for WebAssembly with Debian's emscripten; scripts/packaging/wasm/setup installs it and its libraries.
include(/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
get_filename_component(wasm_deps ${CMAKE_CURRENT_LIST_DIR}/../../../build/wasm-deps ABSOLUTE)
list(APPEND CMAKE_FIND_ROOT_PATH ${wasm_deps})
# WebAssembly's vectors and exceptions: since Chromium 95, Firefox 100 and Safari 16.4.
string(APPEND CMAKE_CXX_FLAGS_INIT " -msimd128 -fwasm-exceptions")
# The same objects, compiled for threads, are linked with and without threads.
add_compile_options(-pthread)
string(APPEND CMAKE_EXE_LINKER_FLAGS_INIT " -fwasm-exceptions")
