#include "local/run.hpp"

int main(int argc, char** argv) { return crownd::local::run(argc, argv); }
