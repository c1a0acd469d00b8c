# The engine as a module for JavaScript: crownd.js loads crownd.wasm; crownd-threads is the same code with threads, for pages that share
# memory.
file(GLOB module_sources CONFIGURE_DEPENDS module/*.cpp)
add_library(module OBJECT ${module_sources})
target_include_directories(module PRIVATE ${protocol})
target_link_libraries(module PRIVATE session version)

# crownd_module(NAME OPTION...): linked with these options of emcc besides.
function(crownd_module name)
  add_executable(${name})
  target_link_libraries(${name} PRIVATE module session version)
  # With -O3 imports and exports would lose their names, by which those that are suspended are found.
  target_link_options(
    ${name}
    PRIVATE
    --no-entry
    -O2
    -sMODULARIZE=1
    -sEXPORT_ES6=1
    -sENVIRONMENT=worker
    -sFILESYSTEM=0
    -sALLOW_MEMORY_GROWTH=1
    -sINITIAL_MEMORY=32MB
    -sTOTAL_STACK=4MB
    -sINVOKE_RUN=0
    "SHELL:-sEXPORTED_FUNCTIONS=_crownd_set,_crownd_open,_crownd_run,_malloc"
    "SHELL:--js-library ${protocol}/module/host.js"
    ${ARGN})
  # Node finds what Debian packages for it only there, unless it is Debian's own.
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX LINK_DEPENDS ${protocol}/module/host.js
                        RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
endfunction()

crownd_module(crownd -sMAXIMUM_MEMORY=1GB -sEXPORTED_RUNTIME_METHODS=ccall)
# Only clients/web/engine/helpers.js starts workers of threads. Shared memory is reserved as a whole.
crownd_module(
  crownd-threads -pthread -sMAXIMUM_MEMORY=512MB -sPTHREAD_POOL_SIZE_STRICT=2 -sDEFAULT_PTHREAD_STACK_SIZE=4MB
  -sEXPORTED_RUNTIME_METHODS=ccall,PThread -Wno-pthreads-mem-growth)

# What landing pads say to the unwinder is one variable in code of clang 14, and one of each thread in the unwinder that emscripten 3.1.6 links
# with threads, so that no exception of a type would be caught. In this one it is one variable, so two threads must not catch at the same
# time: those that only search have nothing to catch, unless memory for a table is missing.
enable_language(C)
set(unwinder ${EMSCRIPTEN_ROOT_PATH}/system/lib/libunwind)
add_library(unwinder OBJECT ${unwinder}/src/Unwind-wasm.c)
target_include_directories(unwinder PRIVATE ${unwinder}/include)
target_compile_definitions(unwinder PRIVATE _Thread_local= NDEBUG __USING_WASM_EXCEPTIONS__ _LIBUNWIND_DISABLE_VISIBILITY_ANNOTATIONS)
target_compile_options(unwinder PRIVATE -fwasm-exceptions)
target_link_libraries(crownd-threads PRIVATE unwinder)
