# CMake's toolchain for WebAssembly by Debian's emscripten; scripts/packaging/wasm/setup installs and builds what it needs.
include(/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
get_filename_component(wasm_deps ${CMAKE_CURRENT_LIST_DIR}/../../../build/wasm-deps ABSOLUTE)
list(APPEND CMAKE_FIND_ROOT_PATH ${wasm_deps})
# Vectors and exceptions of WebAssembly itself: Chromium 95, Firefox 100 and Safari 16.4 have both.
string(APPEND CMAKE_CXX_FLAGS_INIT " -msimd128 -fwasm-exceptions")
# What is compiled for threads is linked with them and without.
add_compile_options(-pthread)
string(APPEND CMAKE_EXE_LINKER_FLAGS_INIT " -fwasm-exceptions")
