#pragma once

#include <string>

namespace crownd::web {

/// Opens the page in the browser of a desktop; nothing happens where there is none.
void open_in_browser(const std::string& url);

}  // namespace crownd::web
