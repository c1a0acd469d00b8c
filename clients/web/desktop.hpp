#pragma once

#include <string>

namespace crownd::web {

/// Opens the page in the desktop's browser; does nothing without a desktop.
void open_in_browser(const std::string& url);

}  // namespace crownd::web
