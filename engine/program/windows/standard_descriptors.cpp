#include "program/standard_descriptors.hpp"

namespace crownd::program {

/// Standard streams are handles there, whose numbers no other file gets.
void open_standard_descriptors() {}

}  // namespace crownd::program
