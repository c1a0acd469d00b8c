#pragma once

#include "book/book.hpp"
#include "checkerboard/settings.hpp"
#include "tables/block_cache.hpp"
#include "tables/file_tables.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace crownd::checkerboard {

/// The table files *.table of this folder, and of its subfolder named after the game. Those that cannot be used are
/// passed over. Null where there is none, and for an empty name; BadInput where there is no such folder.
[[nodiscard]] std::shared_ptr<const tables::FileTables> open_tables(const std::string& folder,
                                                                    tables::BlockCache& cache);

/// The opening book of this name; a relative one is in `folder`, beside the library. For an empty name the game's own,
/// or null where there is none. Throws BadInput where it cannot be used.
[[nodiscard]] std::shared_ptr<const book::Book> open_book(const std::string& name, const std::filesystem::path& folder);

}  // namespace crownd::checkerboard
