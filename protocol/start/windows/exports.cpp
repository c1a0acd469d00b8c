#include "local/run.hpp"

#include <iostream>

// What the library for one level of instructions offers to the programs that load it.

/// The main function of crown-tables.
int make_tables_main(int argc, char** argv);

extern "C" __declspec(dllexport) int crownd_main(int argc, char** argv) {
  const int code = crownd::local::run(argc, argv);
  std::cout.flush();
  return code;
}

extern "C" __declspec(dllexport) int crown_tables_main(int argc, char** argv) {
  const int code = make_tables_main(argc, argv);
  std::cout.flush();
  return code;
}
