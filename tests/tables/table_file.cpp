#include "tables/table_file.hpp"

#include "core/bad_input.hpp"
#include "support/refusals.hpp"
#include "tables/table_bytes.hpp"

#include <array>
#include <new>
#include <random>
#include <span>

using namespace crownd;
using namespace crownd::tables;
using namespace crownd::testing;

namespace {

constexpr std::size_t cache_bytes = std::size_t{1} << 20;

/// More than a few blocks, the last one not full; random enough not to compress well.
std::vector<Value> some_values() {
  std::mt19937 random(7);
  std::vector<Value> values(3 * default_block_bytes + 1001);
  for (Value& value : values) value = static_cast<Value>(random() % 5 == 0 ? impossible : random() % 30);
  return values;
}

tables::Description some_table() { return description("a game", 0x123456789abcdef0, 4, some_values().size()); }

FileOfBytes good_file() { return file_of(some_table(), some_values()); }

/// The error message for a rejected file, on opening or reading all of it; empty if it is valid.
std::string refusal(FileOfBytes file) {
  BlockCache cache(cache_bytes, any_table_memory());
  return refusal_of([&] { open_table(std::move(file), cache)->verify(); });
}

constexpr const char* damaged = "it is damaged or cut off; make it anew";

/// A file that can be changed while it is in use.
class ChangingBytes final : public ByteSource {
 public:
  explicit ChangingBytes(FileOfBytes& bytes) : bytes_(bytes), size_(bytes.size()) {}
  [[nodiscard]] std::uint64_t size() const override { return size_; }
  [[nodiscard]] bool read(std::uint64_t offset, std::span<std::uint8_t> to) const override {
    return BytesInMemory(bytes_).read(offset, to);
  }

 private:
  FileOfBytes& bytes_;
  std::uint64_t size_;
};

}  // namespace

TEST_CASE("a table file returns its values and its description") {
  BlockCache cache(cache_bytes, any_table_memory());
  const auto values = some_values();
  const auto file = open_table(good_file(), cache);
  CHECK(file->about().game == "a game");
  CHECK(file->about().name == "a table");
  CHECK(file->about().code == 0x123456789abcdef0);
  CHECK(file->about().pieces == 4);
  CHECK(file->about().kind == Kind::distance);
  CHECK(file->about().places == values.size());
  CHECK(file->read_all() == values);
  std::size_t wrong = 0;
  for (std::size_t place = values.size(); place-- > 0;) wrong += file->at(place) != values[place];
  CHECK(wrong == 0);
  CHECK_FALSE(file->at(values.size()));
  CHECK_FALSE(file->at(~std::uint64_t{0}));
  CHECK_FALSE(file->is_damaged());
}

TEST_CASE("a WDL table stores four in a byte and returns them") {
  BlockCache cache(cache_bytes, any_table_memory());
  const auto values = some_values();
  const auto file = open_table(wdl_file_of(some_table(), values), cache);
  CHECK(file->about().kind == Kind::wdl);
  CHECK(file->about().plain_bytes() == (values.size() + 3) / 4);
  std::size_t wrong = 0;
  for (std::size_t place = 0; place < values.size(); ++place)
    wrong += file->at(place) != static_cast<std::uint8_t>(wdl_of(values[place]));
  CHECK(wrong == 0);
  CHECK_FALSE(file->at(values.size()));
  CHECK(file->read_all().size() == values.size());
}

TEST_CASE("the same values give the same bytes, however they are split") {
  const auto values = some_values();
  FileOfBytes file;
  TableWriter writer(some_table(), [&](Bytes bytes) { file.insert(file.end(), bytes.begin(), bytes.end()); });
  for (std::size_t at = 0; at < values.size(); at += 777)
    writer.write(std::span(values).subspan(at, std::min<std::size_t>(777, values.size() - at)));
  writer.finish();
  CHECK(file == good_file());
  CHECK(writer.bytes() == file.size());
}

TEST_CASE("similar values take little space") {
  const std::vector<Value> values(1'000'000, draw);
  CHECK(file_of(description("a game", 1, 3, values.size()), values).size() < values.size() / 100);
}

TEST_CASE("a writer with too few or too many values fails") {
  const auto values = some_values();
  for (const std::size_t places : {values.size() - 1, values.size() + 1}) {
    TableWriter writer(description("a game", 1, 3, places), [](Bytes) {});
    writer.write(values);
    CHECK_THROWS_AS(writer.finish(), std::logic_error);
  }
}

TEST_CASE("a change of any byte is detected, at once or when that part is read") {
  const FileOfBytes good = good_file();
  REQUIRE(refusal(good).empty());
  for (std::size_t i = 0; i < good.size(); i += i < header_bytes || i + 64 > good.size() ? 1 : 53) {
    FileOfBytes file = good;
    file[i] ^= 4;
    INFO("byte " << i);
    CHECK_FALSE(refusal(file).empty());
  }
}

TEST_CASE("truncated, too long, empty and other files are rejected with the reason") {
  const FileOfBytes good = good_file();
  for (std::size_t size = header_bytes; size < good.size(); size += 97) {
    INFO("cut to " << size);
    CHECK(refusal({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)}) == damaged);
  }
  FileOfBytes longer = good;
  longer.push_back(0);
  CHECK(refusal(longer) == damaged);
  CHECK(refusal({good.begin(), good.begin() + 50}) == damaged);
  CHECK(refusal({}) == "it is no endgame table");
  CHECK(refusal(FileOfBytes(5000, 'x')) == "it is no endgame table");
  FileOfBytes old = good;
  old[8] = 1;
  CHECK(refusal(old) == "it is an endgame table of version 1: only version 2 is supported, so make it again");
}

TEST_CASE("a read beyond the end of bytes in memory fails") {
  const BytesInMemory source({1, 2, 3});
  std::array<std::uint8_t, 2> bytes{};
  CHECK(source.read(1, bytes));
  CHECK(bytes == std::array<std::uint8_t, 2>{2, 3});
  CHECK_FALSE(source.read(2, bytes));
  CHECK_FALSE(source.read(4, {}));
}

TEST_CASE("the header is checked against the file's length and the available memory") {
  // Sources as long as a sparse file can be: nothing of them but the header and the trailer is read.
  class LongFile final : public ByteSource {
   public:
    LongFile(const tables::Description& about, std::uint64_t size)
        : header_(header_of(about)), trailer_(tail_of(header_, {})), size_(size) {}
    [[nodiscard]] std::uint64_t size() const override { return size_; }
    [[nodiscard]] bool read(std::uint64_t offset, std::span<std::uint8_t> to) const override {
      const auto& bytes = offset == 0 ? header_ : trailer_;
      REQUIRE((offset == 0 || offset == size_ - trailer_.size()));
      return BytesInMemory(bytes).read(0, to);
    }

   private:
    std::vector<std::uint8_t> header_, trailer_;
    std::uint64_t size_;
  };
  std::size_t taken = 0, asked = 0;
  constexpr std::size_t memory = std::size_t{64} << 20;
  BlockCache cache(cache_bytes, {[&](std::size_t bytes) {
                                   asked = bytes;
                                   if (bytes > memory - taken) return false;
                                   taken += bytes;
                                   return true;
                                 },
                                 [&](std::size_t bytes) { taken -= bytes; }});
  const auto open = [&](std::uint64_t places, std::uint32_t block_bytes, std::uint64_t size) {
    auto about = description("a game", 1, 4, places);
    about.block_bytes = block_bytes;
    return refusal_of([&] { const TableFile file(std::make_unique<LongFile>(about, size), cache, nullptr); });
  };
  constexpr std::uint64_t tib = std::uint64_t{1} << 40;
  CHECK(open(1 << 28, 1, tib) == "it has 268435456 blocks; no more than 4194304 are read");
  CHECK(open(tib, 8192, tib) == "it has 134217728 blocks; no more than 4194304 are read");
  CHECK(asked == 0);
  // An index, and blocks of a byte, that do not fit into the file.
  CHECK(open(1 << 20, 1, header_bytes + (1 << 22) + trailer_bytes) == damaged);
  CHECK(asked == 0);
  const std::uint64_t fitting = header_bytes + (std::uint64_t{13} << 22) + trailer_bytes;
  CHECK(open(1 << 22, 1, fitting - 1) == damaged);
  CHECK(open(1 << 22, 1, fitting).empty());
  CHECK(taken == 0);
  taken = memory / 2;
  CHECK(open(1 << 22, 1, fitting) == "its index takes 50331660 bytes, more memory than is left for tables");
  CHECK(taken == memory / 2);
}

TEST_CASE("a file without memory for its index returns no values, and reports it once") {
  class NoMemory final : public ByteSource {
   public:
    NoMemory(FileOfBytes bytes, std::uint64_t at, int times) : bytes_(std::move(bytes)), at_(at), left_(times) {}
    [[nodiscard]] std::uint64_t size() const override { return bytes_.size(); }
    [[nodiscard]] bool read(std::uint64_t offset, std::span<std::uint8_t> to) const override {
      if (offset == at_ && left_-- > 0) throw std::bad_alloc();
      return bytes_.read(offset, to);
    }

   private:
    BytesInMemory bytes_;
    std::uint64_t at_;
    mutable int left_;
  };
  BlockCache cache(cache_bytes, any_table_memory());
  std::vector<std::string> said;
  const auto say = [&](const std::string& why) { said.push_back(why); };
  const TableFile good(std::make_unique<BytesInMemory>(good_file()), cache, say);
  const auto index_at = good.bytes() - good.about().blocks() * size_bytes - trailer_bytes;
  const TableFile file(std::make_unique<NoMemory>(good_file(), index_at, 3), cache, say);
  for (int i = 0; i < 3; ++i) CHECK_FALSE(file.at(0));
  CHECK(said == std::vector<std::string>{"the system has no memory for it"});

  // Memory for a block may be there at the next probe.
  const TableFile other(std::make_unique<NoMemory>(good_file(), header_bytes, 1), cache, say);
  CHECK_FALSE(other.at(0));
  CHECK(other.at(0) == some_values()[0]);
  CHECK(said.size() == 1);
}

TEST_CASE("a file changed or truncated in use returns no more values, and reports it once") {
  for (const bool cut : {false, true}) {
    FileOfBytes bytes = good_file();
    BlockCache cache(cache_bytes, any_table_memory());
    std::vector<std::string> said;
    const TableFile file(std::make_unique<ChangingBytes>(bytes), cache,
                         [&](const std::string& why) { said.push_back(why); });
    const auto values = some_values();
    REQUIRE(file.at(5) == values[5]);
    if (cut)
      bytes.resize(header_bytes + 10);
    else
      for (std::size_t i = header_bytes; i < bytes.size(); ++i) bytes[i] ^= 1;
    CHECK(file.at(6) == values[6]);  // in a block that was read before
    CHECK_FALSE(file.at(values.size() - 1));
    CHECK_FALSE(file.at(values.size() - 1));
    CHECK_FALSE(file.at(default_block_bytes));
    CHECK(file.is_damaged());
    CHECK(said.size() == 1);
  }
}

TEST_CASE("a table with distances replaces one without; damaged tables are not found") {
  BlockCache cache(cache_bytes, any_table_memory());
  const auto values = some_values();
  const auto distances = open_table(good_file(), cache);
  const auto wdl = open_table(wdl_file_of(some_table(), values), cache);
  const auto code = some_table().code;
  for (const bool distances_first : {false, true}) {
    FileTables tables;
    CHECK(tables.find(code) == nullptr);
    tables.add(distances_first ? distances : wdl);
    tables.add(distances_first ? wdl : distances);
    CHECK(tables.find(code) == distances.get());
    CHECK(tables.max_pieces() == 4);
    CHECK(tables.find(code + 1) == nullptr);
  }
  FileOfBytes bytes = good_file();
  bytes[header_bytes + 10] ^= 1;
  FileTables tables;
  tables.add(open_table(bytes, cache));
  REQUIRE(tables.find(code) != nullptr);
  CHECK_FALSE(tables.find(code)->at(0));
  CHECK(tables.find(code) == nullptr);
}
