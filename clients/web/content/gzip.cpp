#include "web/content/gzip.hpp"

#include <boost/beast/zlib/deflate_stream.hpp>
#include <boost/crc.hpp>

#include <cstdint>
#include <stdexcept>

namespace crownd::web {

namespace {

/// Deflate, no flags, no time, nothing said of the level, unknown operating system.
constexpr std::string_view gzip_header{"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff", 10};
constexpr int window_bits = 15;
constexpr int memory_level = 9;

/// Little-endian.
void append(std::string& text, std::uint32_t number) {
  constexpr int bits_of_byte = 8;
  for (int byte = 0; byte < 4; ++byte) text += static_cast<char>(number >> static_cast<unsigned>(byte * bits_of_byte));
}

}  // namespace

std::string gzipped(std::string_view bytes, int level) {
  namespace zlib = boost::beast::zlib;
  zlib::deflate_stream stream;
  stream.reset(level, window_bits, memory_level, zlib::Strategy::normal);
  std::string body(zlib::deflate_upper_bound(bytes.size()), '\0');
  zlib::z_params parameters;
  parameters.next_in = bytes.data();
  parameters.avail_in = bytes.size();
  parameters.next_out = body.data();
  parameters.avail_out = body.size();
  boost::system::error_code error;
  stream.write(parameters, zlib::Flush::finish, error);
  if (error != zlib::error::end_of_stream) throw std::runtime_error("a body cannot be compressed");
  boost::crc_32_type checksum;
  checksum.process_bytes(bytes.data(), bytes.size());
  std::string packed(gzip_header);
  packed.append(body, 0, parameters.total_out);
  append(packed, checksum.checksum());
  append(packed, static_cast<std::uint32_t>(bytes.size()));
  return packed;
}

}  // namespace crownd::web
