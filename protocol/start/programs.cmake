# The programs for standard input and output: on Windows thin ones, which load the library for the instructions of the machine.
if(NOT WIN32)
  add_executable(crownd-engine start/posix/main.cpp)
  target_link_libraries(crownd-engine PRIVATE local)
  return()
endif()

# crown-tables is part of that library, too, with its main function under another name.
set(tables_main ${PROJECT_SOURCE_DIR}/engine/training/make_tables.cpp)
add_library(crownd_level SHARED start/windows/exports.cpp ${tables_main})
set_source_files_properties(${tables_main} PROPERTIES COMPILE_DEFINITIONS main=make_tables_main SKIP_UNITY_BUILD_INCLUSION ON)
target_link_libraries(crownd_level PRIVATE local training)
set_target_properties(crownd_level PROPERTIES PREFIX "" OUTPUT_NAME ${crownd_instructions} RUNTIME_OUTPUT_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/crownd)
target_link_options(crownd_level PRIVATE -s)

# What finds it runs on every machine.
add_library(level_library STATIC start/windows/level_library.cpp)
target_include_directories(level_library PUBLIC ${protocol})
target_link_libraries(level_library PUBLIC crownd_flags)
target_compile_options(level_library PUBLIC -march=x86-64)
function(crownd_thin_program name entry)
  add_executable(${name} start/windows/program.cpp)
  target_link_libraries(${name} PRIVATE level_library)
  target_compile_definitions(${name} PRIVATE CROWND_ENTRY="${entry}")
  target_link_options(${name} PRIVATE -municode -s)
  add_dependencies(${name} crownd_level)
endfunction()
crownd_thin_program(crownd crownd_main)
crownd_thin_program(crown-tables crown_tables_main)
