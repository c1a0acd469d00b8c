#pragma once

#include "net/descriptor.hpp"

namespace crownd::connection {

using net::Descriptor;

}  // namespace crownd::connection
