# The Debian package, by CPack.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME crownd)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "The crownd authors <maintainers@crownd.example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "game-engine daemon for five board games")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "crownd plays American/English and Spanish draughts, stupid checkers, towers,
and chess with kings, rooks and bishops on boards from 2x2 to 26x26. It speaks
a superset of UCI, and HUB for draughts, on standard input and over TCP.
.
With it come a board in the browser, a program to play at the terminal, a
runner of matches between engines, an annotator of games, a maker of endgame
tables, and the engine as a C++ library. For amd64 the engine is there for several instruction sets,
of which the best that the machine has is loaded.")
set(CPACK_DEBIAN_PACKAGE_SECTION misc)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR}/${CMAKE_INSTALL_LIBDIR}/crownd)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "systemd, www-browser")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
                                                WORLD_EXECUTE)
foreach(script postinst prerm postrm)
  list(APPEND CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${packaging}/debian/${script})
endforeach()
set(CPACK_PRE_BUILD_SCRIPTS ${packaging}/same_times.cmake)
include(CPack)
