# Installs the page's third-party modules in a folder:
#   cmake -Dweb=clients/web -Dto=FOLDER [-Didb=FOLDER] -P library.cmake
# `idb` is the folder of an installed package; default: Debian's package, else npm installs package-lock.json's version.
cmake_minimum_required(VERSION 3.20)
set(package "${idb}")
if(NOT package AND EXISTS /usr/share/nodejs/idb/build/index.js)
  set(package /usr/share/nodejs/idb)
endif()
if(NOT package)
  find_program(npm npm)
  set(result "npm was not found")
  if(npm)
    file(COPY ${web}/package.json ${web}/package-lock.json DESTINATION ${to}/npm)
    execute_process(COMMAND ${npm} ci --silent --ignore-scripts --no-audit --no-fund --prefer-offline
                    WORKING_DIRECTORY ${to}/npm RESULT_VARIABLE result)
  endif()
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "crown-web needs the npm package idb, which could not be installed (${result}). Install npm and connect to "
                        "the network, or name the folder of an installed package: cmake -DCROWND_IDB=FOLDER")
  endif()
  set(package ${to}/npm/node_modules/idb)
endif()
if(NOT EXISTS ${package}/build/index.js)
  message(FATAL_ERROR "${package} is not the npm package idb: it has no build/index.js")
endif()
file(GLOB modules ${package}/build/*.d.ts)
file(COPY ${package}/build/index.js ${package}/LICENSE ${modules} DESTINATION ${to}/library/idb)
file(TOUCH ${to}/library/idb/index.js)
