# The engine as a module for JavaScript: crownd.js loads crownd.wasm.
file(GLOB module_sources CONFIGURE_DEPENDS module/*.cpp)
set(module_options
    -sMODULARIZE=1
    -sEXPORT_ES6=1
    -sENVIRONMENT=worker
    -sFILESYSTEM=0
    -sALLOW_MEMORY_GROWTH=1
    -sINITIAL_MEMORY=32MB
    -sMAXIMUM_MEMORY=1GB
    -sTOTAL_STACK=4MB
    -sINVOKE_RUN=0
    "SHELL:-sEXPORTED_FUNCTIONS=_crownd_set,_crownd_open,_crownd_run,_malloc"
    "SHELL:-sEXPORTED_RUNTIME_METHODS=ccall"
    "SHELL:--js-library ${protocol}/module/host.js")
add_executable(crownd ${module_sources})
target_include_directories(crownd PRIVATE ${protocol})
target_link_libraries(crownd PRIVATE session version)
# With -O3 imports and exports would lose their names, by which those that are suspended are found.
target_link_options(crownd PRIVATE --no-entry -O2 ${module_options})
# Node finds what Debian packages for it only there, unless it is Debian's own.
set_target_properties(crownd PROPERTIES LINK_DEPENDS ${protocol}/module/host.js RULE_LAUNCH_LINK
                      "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
