# The engine as a module for JavaScript: crownd.js loads crownd.wasm; crownd-threads is the same code with threads, for pages that share
# memory.
file(GLOB module_sources CONFIGURE_DEPENDS programs/wasm/*.cpp)
add_library(module OBJECT ${module_sources})
crownd_include(module PRIVATE ${protocol} programs/wasm)
target_link_libraries(module PRIVATE session version)

# crownd_module(NAME OPTION...): a module linked with these options of emcc.
function(crownd_module name)
  add_executable(${name})
  target_link_libraries(${name} PRIVATE module session version)
  # -O3 would remove the names of imports and exports, which JavaScript uses.
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
    "SHELL:--js-library ${protocol}/programs/wasm/host.js"
    ${ARGN})
  # Only Debian's own node finds Debian's modules without this.
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX LINK_DEPENDS ${protocol}/programs/wasm/host.js
                        RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
endfunction()

crownd_module(crownd -sMAXIMUM_MEMORY=1GB -sEXPORTED_RUNTIME_METHODS=ccall)
# The page starts the threads' workers. Shared memory is reserved at its full size.
crownd_module(
  crownd-threads -pthread -sMAXIMUM_MEMORY=512MB -sPTHREAD_POOL_SIZE_STRICT=2 -sDEFAULT_PTHREAD_STACK_SIZE=4MB
  -sEXPORTED_RUNTIME_METHODS=ccall,PThread -Wno-pthreads-mem-growth)

# Landing pads of clang 14 pass data to the unwinder in a global variable, but the unwinder that emscripten 3.1.6 links with threads expects a
# thread-local one and would catch no typed exception. This unwinder uses the global variable, so two threads must not catch at the same time.
# Search threads only throw if there is no memory for a table.
enable_language(C)
set(unwinder ${EMSCRIPTEN_ROOT_PATH}/system/lib/libunwind)
add_library(unwinder OBJECT ${unwinder}/src/Unwind-wasm.c)
target_include_directories(unwinder PRIVATE ${unwinder}/include)
target_compile_definitions(unwinder PRIVATE _Thread_local= NDEBUG __USING_WASM_EXCEPTIONS__ _LIBUNWIND_DISABLE_VISIBILITY_ANNOTATIONS)
target_compile_options(unwinder PRIVATE -fwasm-exceptions)
target_link_libraries(crownd-threads PRIVATE unwinder)
