#include "training/table_output.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

namespace crownd::training {

namespace fs = std::filesystem;

static constexpr auto unfinished_extension = ".unfinished";

TableOutput::TableOutput(fs::path path) : path_(std::move(path)) {
  auto unfinished = path_;
  unfinished += unfinished_extension;
  attempt([&] { file_.emplace(unfinished); });
}

void TableOutput::write(tables::Bytes bytes) {
  attempt([&] { file_->write(bytes); });
}

void TableOutput::finish() {
  attempt([&] { file_->keep_as(path_); });
}

template <class Work>
void TableOutput::attempt(Work work) {
  try {
    work();
  } catch (const std::system_error& fault) {
    if (fault.code() == std::errc::device_or_resource_busy)
      throw std::runtime_error("another process is writing " + path_.string() + unfinished_extension);
    throw std::runtime_error(path_.string() + " cannot be written: " + fault.code().message());
  }
}

std::unique_ptr<tables::TableFile> read_table(const fs::path& path, NoCache& cache) {
  std::ifstream file(path, std::ios::binary);
  std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return std::make_unique<tables::TableFile>(std::make_unique<tables::BytesInMemory>(std::move(bytes)), cache, nullptr);
}

}  // namespace crownd::training
