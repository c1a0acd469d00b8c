#pragma once

#include "support/catch.hpp"

#include <boost/beast/zlib/inflate_stream.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace crownd::testing {

/// The contents of a gzip file without flags.
inline std::string unpacked(std::string_view file) {
  namespace zlib = boost::beast::zlib;
  constexpr std::size_t header = 10;
  constexpr std::size_t trailer = 8;
  constexpr std::size_t most = 1'000'000;
  REQUIRE(file.size() > header + trailer);
  std::string text(most, '\0');
  zlib::inflate_stream stream;
  zlib::z_params parameters;
  parameters.next_in = file.data() + header;
  // With the trailer: without bytes after the end, Boost does not recognize the end of some streams.
  parameters.avail_in = file.size() - header;
  parameters.next_out = text.data();
  parameters.avail_out = text.size();
  boost::system::error_code error;
  stream.write(parameters, zlib::Flush::finish, error);
  CHECK(error == zlib::error::end_of_stream);
  text.resize(parameters.total_out);
  return text;
}

}  // namespace crownd::testing
