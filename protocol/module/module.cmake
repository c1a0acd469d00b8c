# The engine as a module for JavaScript: crownd.js loads crownd.wasm. crownd-threads is the same with threads, for pages that may share
# memory: what is compiled is the same, too.
file(GLOB module_sources CONFIGURE_DEPENDS module/*.cpp)
add_library(module OBJECT ${module_sources})
target_include_directories(module PRIVATE ${protocol})
target_link_libraries(module PRIVATE session version)

# crownd_module(NAME OPTIONS...): with these options of emcc besides.
function(crownd_module name)
  add_executable(${name} $<TARGET_OBJECTS:module>)
  target_link_libraries(${name} PRIVATE session version)
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
    "SHELL:-sEXPORTED_RUNTIME_METHODS=ccall"
    "SHELL:--js-library ${protocol}/module/host.js"
    ${ARGN})
  # Node finds what Debian packages for it only there, unless it is Debian's own.
  set_target_properties(${name} PROPERTIES LINK_DEPENDS ${protocol}/module/host.js RULE_LAUNCH_LINK
                        "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
endfunction()

crownd_module(crownd -sMAXIMUM_MEMORY=1GB)
# The threads are there before they are needed: whoever waits for lines starts none. Memory that is shared is reserved as a whole.
crownd_module(
  crownd-threads -pthread -sMAXIMUM_MEMORY=512MB -sPTHREAD_POOL_SIZE=Module.helpers -sPTHREAD_POOL_DELAY_LOAD=1
  -sPTHREAD_POOL_SIZE_STRICT=2 -sDEFAULT_PTHREAD_STACK_SIZE=4MB -sEXPORTED_RUNTIME_METHODS=ccall,PThread -Wno-pthreads-mem-growth)
