# The engine as one library: `engine` for this project's programs, and an installed library for other programs.
set(parts engine_platform engine_core engine_book engine_network engine_tables engine_search engine_explain engine_play game_text draughts_family ${games} engine_catalogue)
set(objects)
foreach(part ${parts})
  get_target_property(type ${part} TYPE)
  if(type STREQUAL STATIC_LIBRARY)
    list(APPEND objects $<TARGET_OBJECTS:${part}>)
  endif()
endforeach()
add_library(engine INTERFACE)

if(NOT CROWND_SHARED_ENGINE)
  target_link_libraries(engine INTERFACE engine_catalogue)
  add_library(crownd_engine STATIC ${objects})
else()
  add_library(crownd_engine SHARED ${objects})
  target_link_libraries(crownd_engine PRIVATE crownd_weights)
  target_link_options(crownd_engine PRIVATE -Wl,-Bsymbolic -Wl,--no-undefined)
  target_link_libraries(engine INTERFACE crownd_engine crownd_flags)
  foreach(part ${parts})
    target_include_directories(engine INTERFACE $<TARGET_PROPERTY:${part},INTERFACE_INCLUDE_DIRECTORIES>)
  endforeach()

  # The build folder has the layout of the installation, so programs find the library in both.
  set(folder ${CMAKE_BINARY_DIR}/${crownd_private_libdir})
  set(rpath $ORIGIN)
  if(CROWND_LEVEL)
    string(APPEND folder /glibc-hwcaps/${CROWND_LEVEL})
    string(APPEND rpath /../..)
    # Installed by copying, without the --strip of `cmake --install`.
    target_link_options(crownd_engine PRIVATE -s)
  endif()
  set_target_properties(
    crownd_engine crownd_weights
    PROPERTIES SOVERSION ${PROJECT_VERSION_MAJOR} LIBRARY_OUTPUT_DIRECTORY ${folder} BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH ${rpath})
endif()
# ld.so loads the best variant for the machine from glibc-hwcaps, or the plain one if none fits.
foreach(level ${CROWND_LEVELS})
  include(ExternalProject)
  ExternalProject_Add(
    engine_${level}
    SOURCE_DIR ${PROJECT_SOURCE_DIR}
    BINARY_DIR ${CMAKE_BINARY_DIR}/${level}
    CMAKE_ARGS -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE}
               -DCMAKE_INSTALL_PREFIX=${CMAKE_INSTALL_PREFIX}
               -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}
               -DCROWND_NATIVE=OFF
               -DCROWND_TESTS=OFF
               -DCROWND_WERROR=${CROWND_WERROR}
               -DCROWND_SHARED_ENGINE=ON
               -DCROWND_INSTRUCTION_SET=${level}
               -DCROWND_LEVEL=${level}
    BUILD_COMMAND ${CMAKE_COMMAND} --build <BINARY_DIR> --target crownd_engine
    BUILD_ALWAYS ON
    INSTALL_COMMAND ""
    USES_TERMINAL_BUILD ON)
  set(hwcaps ${crownd_private_libdir}/glibc-hwcaps/${level})
  install(FILES ${CMAKE_BINARY_DIR}/${level}/${hwcaps}/libcrownd.so.${PROJECT_VERSION_MAJOR} DESTINATION ${hwcaps})
endforeach()
set_target_properties(crownd_engine PROPERTIES OUTPUT_NAME crownd LINKER_LANGUAGE CXX)
target_link_libraries(crownd_engine PUBLIC crownd_zstd Threads::Threads)
