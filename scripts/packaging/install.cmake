# Rules of `cmake --install`, which the Debian package (package.cmake) uses, too.
set(packaging ${PROJECT_SOURCE_DIR}/scripts/packaging)
get_property(programs GLOBAL PROPERTY crownd_programs)
get_property(program_folders GLOBAL PROPERTY crownd_program_folders)
if(CROWND_SHARED_ENGINE)
  file(RELATIVE_PATH libraries /${CMAKE_INSTALL_BINDIR} /${crownd_private_libdir})
  set_target_properties(${programs} PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH $ORIGIN/${libraries})
  target_link_options(crownd_flags INTERFACE -Wl,-z,relro,-z,now)
endif()
set(crownd_unitdir lib/systemd/system)
if(CMAKE_INSTALL_PREFIX STREQUAL /usr)
  set(crownd_tablesdir /var/lib/crownd/tables)
else()
  set(crownd_tablesdir ${CMAKE_INSTALL_DATADIR}/crownd/tables)
endif()
install(TARGETS ${programs} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

# Man pages and completions are generated from --help.
set(documents ${CMAKE_BINARY_DIR}/documents)
file(GLOB document_sources CONFIGURE_DEPENDS ${packaging}/documents/*.py)
set(man_texts)
foreach(program folder IN ZIP_LISTS programs program_folders)
  list(APPEND man_texts ${folder}/${program}.man.txt)
endforeach()
add_custom_command(
  OUTPUT ${documents}/man/crownd.1.gz
  COMMAND python3 ${packaging}/documents ${documents} ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} ${man_texts} -- ${CMAKE_CROSSCOMPILING_EMULATOR}
  DEPENDS ${programs} ${document_sources} ${man_texts} ${PROJECT_SOURCE_DIR}/CHANGELOG.md
  COMMENT "Writing man pages and completions")
add_custom_target(documents ALL DEPENDS ${documents}/man/crownd.1.gz)
foreach(program ${programs})
  install(FILES ${documents}/man/${program}.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${documents}/bash/${program} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${documents}/zsh/_${program} DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
  install(FILES ${documents}/fish/${program}.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endforeach()

# The notices of libraries that are compiled in, if Debian's packages are installed.
if(EXISTS /usr/share/doc/libcli11-dev/copyright)
  add_custom_command(
    OUTPUT ${documents}/notices.gz
    COMMAND ${CMAKE_COMMAND} -E make_directory ${documents}
    COMMAND python3 -B ${packaging}/notices.py programs ${documents}/notices.gz
    DEPENDS ${packaging}/notices.py ${packaging}/contents.py
    COMMENT "Writing the notices of libraries")
  add_custom_target(notices ALL DEPENDS ${documents}/notices.gz)
  install(FILES ${documents}/notices.gz DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()

# systemd units: the first client starts the service.
foreach(unit crownd.service crownd.socket)
  configure_file(scripts/systemd/${unit}.in ${CMAKE_BINARY_DIR}/systemd/${unit} @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/systemd/${unit} DESTINATION ${crownd_unitdir})
endforeach()

install(DIRECTORY scripts/openings DESTINATION ${CMAKE_INSTALL_DATADIR}/crownd)
# The build folder has the same layout as the installation.
file(GLOB openings CONFIGURE_DEPENDS scripts/openings/*)
foreach(file ${openings})
  get_filename_component(name ${file} NAME)
  configure_file(${file} ${CMAKE_BINARY_DIR}/share/crownd/openings/${name} COPYONLY)
endforeach()
install(DIRECTORY DESTINATION ${crownd_tablesdir})
# Opening books, games/NAME/book.cbk. The build folder has the same layout as the installation.
set(crownd_books ${CMAKE_INSTALL_DATADIR}/crownd/books)
file(GLOB books CONFIGURE_DEPENDS engine/games/*/book.cbk)
foreach(book ${books})
  get_filename_component(folder ${book} DIRECTORY)
  get_filename_component(name ${folder} NAME)
  string(REPLACE _ - name ${name})
  configure_file(${book} ${CMAKE_BINARY_DIR}/share/crownd/books/${name}.cbk COPYONLY)
  install(FILES ${book} DESTINATION ${crownd_books} RENAME ${name}.cbk)
endforeach()
install(DIRECTORY DESTINATION ${crownd_books})
install(FILES README.md PROTOCOL.md protocol/OPERATING.md protocol/BOOK.md ${packaging}/debian/copyright ${documents}/changelog.gz ${documents}/changelog.Debian.gz
        DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The engine as a library.
set(headers core/bad_input core/board core/random core/rules core/types games/catalogue play/any_game search/control
            search/memory search/strength search/transposition_table search/zeroed_memory tables/access tables/computed_tables tables/solver
            tables/table_file tables/value engine)
foreach(header ${headers})
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES engine/${header}.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/crownd/${folder})
endforeach()
install(DIRECTORY ${packaging}/example DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(CROWND_SHARED_ENGINE)
  install(TARGETS crownd_engine LIBRARY DESTINATION ${crownd_private_libdir})
  install(TARGETS crownd_weights LIBRARY DESTINATION ${crownd_private_libdir} NAMELINK_SKIP)
  set(crownd_library_kind SHARED)
  set(crownd_library_file libcrownd.so.${PROJECT_VERSION_MAJOR})
else()
  install(TARGETS crownd_engine ARCHIVE DESTINATION ${crownd_private_libdir})
  set(crownd_library_kind STATIC)
  set(crownd_library_file libcrownd.a)
  set(crownd_needs_pc " -lzstd")
  set(crownd_needs_cmake ";zstd")
endif()
include(CMakePackageConfigHelpers)
file(RELATIVE_PATH crownd_prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${packaging}/library/crownd.pc.in ${CMAKE_BINARY_DIR}/library/crownd.pc @ONLY)
configure_package_config_file(
  ${packaging}/library/crowndConfig.cmake.in ${CMAKE_BINARY_DIR}/library/crowndConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/crownd PATH_VARS CMAKE_INSTALL_INCLUDEDIR crownd_private_libdir)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/library/crowndConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/library/crowndConfig.cmake ${CMAKE_BINARY_DIR}/library/crowndConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/crownd)
install(FILES ${CMAKE_BINARY_DIR}/library/crownd.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
