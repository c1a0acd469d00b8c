#include "training/weights_file.hpp"

#include "support/catch.hpp"

#include <sstream>
#include <string>
#include <vector>

using namespace crownd::training;

TEST_CASE("Weights are rounded to the nearest and kept within 16 bits") {
  const std::vector<float> men{1.0F, -0.126F, 1000.0F, -1000.0F};
  CHECK(rounded(men, 4) == std::vector<std::int16_t>{400, -50, INT16_MAX, INT16_MIN});
}

TEST_CASE("A weights file tells what made it, and holds all numbers in short lines") {
  std::vector<std::int16_t> weights;
  for (int i = 0; i < 100; ++i) weights.push_back(static_cast<std::int16_t>(i * 37 - 1000));
  const std::vector<std::string> comments{"made by a test"};
  std::istringstream text(weights_text(comments, weights));
  std::string line;
  REQUIRE(std::getline(text, line));
  CHECK(line == "// made by a test");
  std::vector<std::int16_t> read;
  while (std::getline(text, line)) {
    CHECK(line.size() <= 120);
    std::istringstream numbers(line);
    for (std::string number; std::getline(numbers, number, ',');)
      read.push_back(static_cast<std::int16_t>(std::stoi(number)));
  }
  CHECK(read == weights);
}
