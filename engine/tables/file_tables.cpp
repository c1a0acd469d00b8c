#include "tables/file_tables.hpp"

#include <algorithm>
#include <utility>

namespace crownd::tables {

void FileTables::add(std::shared_ptr<const TableFile> file) {
  const Description& about = file->about();
  pieces_ = std::max(pieces_, about.pieces);
  auto& known = by_code_[about.code];
  if (known == nullptr || (known->about().kind == Kind::verdict && about.kind == Kind::distance))
    known = std::move(file);
}

const TableFile* FileTables::find(std::uint64_t code) const {
  const auto found = by_code_.find(code);
  return found == by_code_.end() || found->second->is_damaged() ? nullptr : found->second.get();
}

}  // namespace crownd::tables
