#include "core/bad_input.hpp"
#include "support/catch.hpp"
#include "tables/index.hpp"
#include "tables/tables.hpp"

#include <cstdint>
#include <string>
#include <vector>

using namespace crownd;
using namespace crownd::tables;

namespace {

using File = std::vector<std::uint8_t>;

std::vector<Value> some_values() {
  std::vector<Value> values(size_of_table(2));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<Value>(i * 7);
  return values;
}

File good_file() { return file_of("english", 2, some_values()); }

/// What is said of a file that is refused; empty if it is taken.
std::string refusal(File file) {
  try {
    (void)Tables(std::move(file));
    return {};
  } catch (const BadInput& fault) {
    return fault.what();
  }
}

}  // namespace

TEST_CASE("a file gives the values back that it was made of") {
  const Tables tables(good_file());
  CHECK(tables.game() == "english");
  CHECK(tables.pieces() == 2);
  const auto values = some_values();
  std::size_t wrong = 0;
  for (const Material& material : classes_up_to(2)) {
    const Places places = places_of(material);
    for (std::size_t place = places.first; place < places.first + places.count; ++place)
      wrong += tables.value_of(pieces_at(material, place)) != values[place];
  }
  CHECK(wrong == 0);
}

TEST_CASE("a change of any byte of the header, and of the values, is noticed") {
  const File good = good_file();
  REQUIRE(refusal(good).empty());
  for (std::size_t i = 0; i < good.size(); i += i < 64 ? 1 : 97) {
    File file = good;
    file[i] ^= 4;
    INFO("byte " << i);
    CHECK_FALSE(refusal(file).empty());
  }
}

TEST_CASE("two values that changed places are noticed") {
  File file = good_file();
  std::swap(file[file.size() - 9], file[file.size() - 20]);
  CHECK_FALSE(refusal(file).empty());
}

TEST_CASE("a file that is cut off, too long, empty or something else is refused with the reason") {
  File file = good_file();
  file.pop_back();
  CHECK(refusal(file) == "this table is damaged; make it anew");
  file.insert(file.end(), {0, 0});
  CHECK(refusal(file) == "this table is damaged; make it anew");
  file.resize(40);
  CHECK(refusal(file) == "this table is damaged; make it anew");
  file.resize(39);
  CHECK(refusal(file) == "this is not a table of endings");
  CHECK(refusal({}) == "this is not a table of endings");
  CHECK(refusal(File(5000, 'x')) == "this is not a table of endings");
  file = good_file();
  file[8] = 2;
  CHECK(refusal(file) == "this table has another version than 1; make it anew");
}
