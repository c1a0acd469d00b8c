#pragma once

#include "load/fault.hpp"

namespace crownd::load {

/// A row of a table; print_head is its first.
void print_head();
void print(const Fault& fault, const Result& result);
/// The same for a fault without a result.
void print(const Fault& fault, const char* verdict, const char* why);

}  // namespace crownd::load
