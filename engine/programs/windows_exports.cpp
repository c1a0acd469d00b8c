#include <iostream>

/// The main function of crown-tables, compiled under this name.
int make_tables_main(int argc, char** argv);

extern "C" __declspec(dllexport) int crown_tables_main(int argc, char** argv) {
  const int code = make_tables_main(argc, argv);
  std::cout.flush();
  return code;
}
