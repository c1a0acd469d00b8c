#include "tables/table_file.hpp"

#include "core/bad_input.hpp"
#include "core/random.hpp"

#include <zstd.h>

#include <bit>
#include <new>

namespace crownd::tables {

namespace {

constexpr std::string_view magic = "crowntab";
constexpr std::string_view end_magic = "crownend";
constexpr std::uint32_t version = 2;

// Limits far beyond any real table, since a reader allocates memory for a block, and for the index of all blocks: 50 MB
// for that many.
constexpr std::uint64_t max_block_bytes = std::uint64_t{1} << 22;
constexpr std::uint64_t max_places = std::uint64_t{1} << 40;
constexpr std::uint64_t max_blocks = std::uint64_t{1} << 22;

/// No compressed block is smaller: the header of a zstd frame and that of a block in it (RFC 8878, 3.1.1).
constexpr std::size_t min_block_bytes = 9;
/// Rough overhead of the list and the map for each block in the cache.
constexpr std::size_t entry_bytes = 128;

// The structures of a file are copied to and from its bytes.
static_assert(std::endian::native == std::endian::little, "endgame tables are read on little-endian machines only");

struct Header {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint8_t kind;
  std::uint8_t pieces;
  std::uint16_t zero;
  std::array<char, 16> game;
  std::array<char, 32> name;
  std::uint64_t code;
  std::uint64_t places;
  std::uint32_t block_bytes;
  std::uint64_t checksum;
} __attribute__((packed));
static_assert(sizeof(Header) == header_bytes);

struct Trailer {
  std::uint64_t checksum;
  std::array<char, 8> magic;
};
static_assert(sizeof(Trailer) == trailer_bytes);

/// The first bytes as a number or structure; missing bytes are zero.
template <class Value>
Value first_of(Bytes bytes) {
  Value value{};
  std::copy_n(bytes.begin(), std::min(bytes.size(), sizeof value), reinterpret_cast<std::uint8_t*>(&value));
  return value;
}

template <class Value>
void append(std::vector<std::uint8_t>& bytes, const Value* values, std::size_t count) {
  const auto* const first = reinterpret_cast<const std::uint8_t*>(values);
  const std::size_t old_size = bytes.size();
  bytes.resize(old_size + count * sizeof(Value));  // g++ 12 gives a false warning for insert
  std::copy_n(first, count * sizeof(Value), bytes.begin() + static_cast<std::ptrdiff_t>(old_size));
}

template <std::size_t size>
std::string text_in(const std::array<char, size>& field) {
  return {field.begin(), std::find(field.begin(), field.end(), '\0')};
}

/// The text, truncated or zero-padded.
template <std::size_t size>
std::array<char, size> field_of(std::string_view text) {
  std::array<char, size> field{};
  std::copy_n(text.begin(), std::min(text.size(), size), field.begin());
  return field;
}

std::uint64_t checksum(Bytes bytes, std::uint64_t sum) {
  constexpr std::size_t word = sizeof sum;
  for (; bytes.size() >= word; bytes = bytes.subspan(word)) sum = mix(sum ^ first_of<std::uint64_t>(bytes));
  return mix(sum ^ first_of<std::uint64_t>(bytes) ^ std::uint64_t{bytes.size()} << 56);
}

std::uint64_t checksum_of_header(Bytes header) { return checksum(header.first(offsetof(Header, checksum)), 0); }

/// From level 9 to 19 a file becomes a tenth smaller, and takes ten times as long to write.
constexpr int compression_level = 12;

std::size_t checked(std::size_t result) {
  if (ZSTD_isError(result) != 0) throw std::runtime_error(std::string("zstd: ") + ZSTD_getErrorName(result));
  return result;
}

/// Throws BadInput with the reason why a file cannot be used.
[[noreturn]] void refuse_file(const std::string& why) { throw BadInput(Fault::bad_argument, why); }
[[noreturn]] void refuse_as_damaged() { refuse_file("it is damaged or cut off; make it anew"); }

std::vector<std::uint8_t> read(const ByteSource& source, std::uint64_t offset, std::uint64_t count) {
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(count));
  if (!source.read(offset, bytes)) refuse_file("it cannot be read");
  return bytes;
}

unsigned wdl_in(std::uint8_t byte, std::uint64_t slot) { return byte >> slot * wdl_bits & ((1U << wdl_bits) - 1); }

/// Throws BadInput if it is not the header of a table of this version, or damaged; `bytes` may be shorter than one.
Description read_header(Bytes bytes) {
  const auto header = first_of<Header>(bytes);
  if (bytes.size() < offsetof(Header, kind) || text_in(header.magic) != magic) refuse_file("it is no endgame table");
  if (header.version != version)
    refuse_file("it is an endgame table of version " + std::to_string(header.version) + ": only version " +
                std::to_string(version) + " is supported, so make it again");
  if (bytes.size() < header_bytes || header.checksum != checksum_of_header(bytes)) refuse_as_damaged();
  Description description{text_in(header.game), text_in(header.name), header.code,       header.pieces,
                          Kind{header.kind},    header.places,        header.block_bytes};
  if (description.kind > Kind::wdl || header.block_bytes == 0 || header.block_bytes > max_block_bytes ||
      header.places == 0 || header.places > max_places)
    refuse_as_damaged();
  if (description.blocks() > max_blocks)
    refuse_file("it has " + std::to_string(description.blocks()) + " blocks; no more than " +
                std::to_string(max_blocks) + " are read");
  return description;
}

}  // namespace

std::vector<std::uint8_t> header_of(const Description& description) {
  Header header{field_of<8>(magic),
                version,
                static_cast<std::uint8_t>(description.kind),
                static_cast<std::uint8_t>(description.pieces),
                0,
                field_of<16>(description.game),
                field_of<32>(description.name),
                description.code,
                description.places,
                description.block_bytes,
                0};
  header.checksum = checksum_of_header({reinterpret_cast<const std::uint8_t*>(&header), sizeof header});
  std::vector<std::uint8_t> bytes;
  append(bytes, &header, 1);
  return bytes;
}

std::vector<std::uint8_t> tail_of(Bytes header, std::span<const std::uint32_t> sizes) {
  std::vector<std::uint8_t> tail;
  append(tail, sizes.data(), sizes.size());
  const Trailer trailer{checksum(tail, first_of<Header>(header).checksum), field_of<8>(end_magic)};
  append(tail, &trailer, 1);
  return tail;
}

bool BlockCache::decompress(std::span<const std::uint8_t> from, std::span<std::uint8_t> to) {
  Decompressor context(nullptr, ZSTD_freeDCtx);
  if (const std::lock_guard lock(idle_mutex_); !idle_.empty()) {
    context = std::move(idle_.back());
    idle_.pop_back();
  }
  if (!context) context.reset(ZSTD_createDCtx());
  if (!context) return false;
  const bool whole = ZSTD_decompressDCtx(context.get(), to.data(), to.size(), from.data(), from.size()) == to.size();
  const std::lock_guard lock(idle_mutex_);
  idle_.push_back(std::move(context));
  return whole;
}

std::size_t BlockCache::Hash::operator()(const Key& key) const {
  return static_cast<std::size_t>(mix(mix(key.table) ^ key.block));
}

BlockCache::BlockCache(std::size_t max_bytes, MemoryQuota memory)
    : max_bytes_per_part_(max_bytes / parts), memory_(std::move(memory)) {}

BlockCache::~BlockCache() { clear(); }

std::optional<std::uint8_t> BlockCache::find(const Key& key, std::size_t byte) {
  Part& part = part_of(key);
  const std::lock_guard lock(part.mutex);
  const auto found = part.by_key.find(key);
  if (found == part.by_key.end() || byte >= found->second->block.size()) return {};
  if (found->second != part.entries.begin()) part.entries.splice(part.entries.begin(), part.entries, found->second);
  return found->second->block[byte];
}

void BlockCache::put(const Key& key, Block block) {
  const std::size_t bytes = block.size() + entry_bytes;
  if (bytes > max_bytes_per_part_) return;
  Part& part = part_of(key);
  const std::lock_guard lock(part.mutex);
  if (part.by_key.count(key) != 0) return;
  while (part.bytes + bytes > max_bytes_per_part_) drop_last(part);
  while (!memory_.take(bytes)) {
    if (part.entries.empty()) return;
    drop_last(part);
  }
  part.entries.push_front({key, std::move(block)});
  part.by_key[key] = part.entries.begin();
  part.bytes += bytes;
  bytes_ += bytes;
}

void BlockCache::clear() {
  for (Part& part : parts_) {
    const std::lock_guard lock(part.mutex);
    while (!part.entries.empty()) drop_last(part);
  }
}

void BlockCache::drop_last(Part& part) {
  const std::size_t bytes = part.entries.back().block.size() + entry_bytes;
  part.by_key.erase(part.entries.back().key);
  part.entries.pop_back();
  part.bytes -= bytes;
  bytes_ -= bytes;
  memory_.release(bytes);
}

TableFile::TableFile(std::unique_ptr<const ByteSource> source, BlockCache& cache, OnDamage on_damage)
    : source_(std::move(source)), cache_(cache), on_damage_(std::move(on_damage)), number_(cache.new_table()) {
  const std::uint64_t size = source_->size();
  const auto header = read(*source_, 0, std::min<std::uint64_t>(size, header_bytes));
  about_ = read_header(header);
  header_checksum_ = first_of<Header>(header).checksum;
  const std::uint64_t least = header_bytes + about_.blocks() * (min_block_bytes + size_bytes) + trailer_bytes;
  if (size < least) refuse_as_damaged();
  if (text_in(first_of<Trailer>(read(*source_, size - trailer_bytes, trailer_bytes)).magic) != end_magic)
    refuse_as_damaged();
  if (!cache_.memory().take(index_bytes()))
    refuse_file("its index takes " + std::to_string(index_bytes()) + " bytes, more memory than is left for tables");
}

TableFile::~TableFile() { cache_.memory().release(index_bytes()); }

std::size_t TableFile::index_bytes() const { return static_cast<std::size_t>(about_.index_bytes()); }

std::optional<std::uint8_t> TableFile::at(std::uint64_t place) const {
  if (place >= about_.places) return {};
  const std::uint64_t byte = place / about_.places_per_byte();
  const BlockCache::Key key{number_, byte / about_.block_bytes};
  const auto offset = static_cast<std::size_t>(byte % about_.block_bytes);
  const auto value_in = [&](std::uint8_t found) {
    return about_.kind == Kind::distance ? found : static_cast<std::uint8_t>(wdl_in(found, place % wdl_per_byte));
  };
  if (const auto found = cache_.find(key, offset)) return value_in(*found);
  if (is_damaged()) return {};
  bool has_index = false;
  try {
    std::call_once(index_read_, [&] { read_index(); });
    has_index = true;
    auto block = read_block(key.block);
    const std::uint8_t found = block[offset];
    cache_.put(key, std::move(block));
    return value_in(found);
  } catch (const BadInput& fault) {
    found_damaged(fault.what());
  } catch (const std::bad_alloc&) {
    // The next probe may find memory for a block.
    if (!has_index) found_damaged("the system has no memory for it");
  }
  return {};
}

std::vector<std::uint8_t> TableFile::read_all() const {
  std::vector<std::uint8_t> values;
  values.reserve(static_cast<std::size_t>(about_.places));
  std::call_once(index_read_, [&] { read_index(); });
  for (std::uint64_t block = 0; block < about_.blocks(); ++block) {
    const auto plain = read_block(block);
    if (about_.kind == Kind::distance) {
      values.insert(values.end(), plain.begin(), plain.end());
      continue;
    }
    for (const std::uint8_t byte : plain)
      for (unsigned slot = 0; slot < wdl_per_byte && values.size() < about_.places; ++slot)
        values.push_back(static_cast<std::uint8_t>(wdl_in(byte, slot)));
  }
  return values;
}

void TableFile::verify() const {
  std::call_once(index_read_, [&] { read_index(); });
  for (std::uint64_t block = 0; block < about_.blocks(); ++block) (void)read_block(block);
}

void TableFile::read_index() const {
  const std::uint64_t index_bytes = about_.blocks() * size_bytes, size = source_->size();
  const auto tail = read(*source_, size - index_bytes - trailer_bytes, index_bytes + trailer_bytes);
  Bytes index = Bytes(tail).first(static_cast<std::size_t>(index_bytes));
  const auto trailer = first_of<Trailer>(Bytes(tail).last(trailer_bytes));
  if (text_in(trailer.magic) != end_magic || trailer.checksum != checksum(index, header_checksum_)) refuse_as_damaged();
  std::vector<std::uint64_t> bounds{header_bytes};
  bounds.reserve(static_cast<std::size_t>(about_.blocks()) + 1);
  for (; !index.empty(); index = index.subspan(size_bytes))
    bounds.push_back(bounds.back() + first_of<std::uint32_t>(index));
  if (bounds.back() + tail.size() != size) refuse_as_damaged();
  bounds_ = std::move(bounds);
}

BlockCache::Block TableFile::read_block(std::uint64_t block) const {
  const auto number = static_cast<std::size_t>(block);
  const std::uint64_t first = bounds_[number];
  const auto count = static_cast<std::size_t>(bounds_[number + 1] - first);
  const std::size_t size = about_.size_of_block(block);
  if (count > ZSTD_compressBound(size)) refuse_file("it is damaged; make it anew");
  const auto compressed = read(*source_, first, count);
  BlockCache::Block plain(size);
  if (!cache_.decompress(compressed, plain)) refuse_file("it is damaged, or was changed; make it anew");
  return plain;
}

void TableFile::found_damaged(const std::string& why) const {
  if (!damaged_.exchange(true) && on_damage_) on_damage_(why);
}

void FileTables::add(std::shared_ptr<const TableFile> file) {
  const Description& about = file->about();
  pieces_ = std::max(pieces_, about.pieces);
  auto& known = by_code_[about.code];
  if (known == nullptr || (known->about().kind == Kind::wdl && about.kind == Kind::distance)) known = std::move(file);
}

const TableFile* FileTables::find(std::uint64_t code) const {
  const auto found = by_code_.find(code);
  return found == by_code_.end() || found->second->is_damaged() ? nullptr : found->second.get();
}

TableWriter::TableWriter(Description description, Sink sink)
    : description_(std::move(description)), sink_(std::move(sink)), compressor_(ZSTD_createCCtx(), ZSTD_freeCCtx) {
  if (!compressor_) throw std::bad_alloc();
  if (description_.block_bytes == 0) description_.block_bytes = default_block_bytes;
  checked(ZSTD_CCtx_setParameter(compressor_.get(), ZSTD_c_compressionLevel, compression_level));
  checked(ZSTD_CCtx_setParameter(compressor_.get(), ZSTD_c_checksumFlag, 1));
  compressed_.resize(ZSTD_compressBound(description_.block_bytes));
  block_.reserve(description_.block_bytes);
  header_ = header_of(description_);
  put(header_);
}

void TableWriter::write(std::span<const Value> values) {
  for (const Value value : values) {
    const auto slot = places_++ % description_.places_per_byte();
    const auto number = description_.kind == Kind::distance ? value : static_cast<unsigned>(wdl_of(value));
    unfinished_ = static_cast<std::uint8_t>(unfinished_ | number << slot * wdl_bits);
    if (slot + 1 == description_.places_per_byte()) add(std::exchange(unfinished_, std::uint8_t{0}));
  }
}

void TableWriter::finish() {
  if (places_ != description_.places)
    throw std::logic_error("a table of " + std::to_string(description_.places) + " places was given " +
                           std::to_string(places_));
  if (places_ % description_.places_per_byte() != 0) add(unfinished_);
  if (!block_.empty()) end_block();
  put(tail_of(header_, sizes_));
}

void TableWriter::add(std::uint8_t byte) {
  block_.push_back(byte);
  if (block_.size() == description_.block_bytes) end_block();
}

void TableWriter::end_block() {
  const auto size =
      checked(ZSTD_compress2(compressor_.get(), compressed_.data(), compressed_.size(), block_.data(), block_.size()));
  sizes_.push_back(static_cast<std::uint32_t>(size));
  put(Bytes(compressed_).first(size));
  block_.clear();
}

void TableWriter::put(Bytes bytes) {
  sink_(bytes);
  bytes_ += bytes.size();
}

}  // namespace crownd::tables
