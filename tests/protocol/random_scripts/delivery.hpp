#pragma once

#include "connection/address.hpp"
#include "protocol/random_scripts/script.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace crownd::testing {

/// How the lines of a script arrive.
enum class Delivery : std::uint8_t { in_one_write, byte_by_byte, with_pauses };

inline constexpr std::array deliveries{Delivery::in_one_write, Delivery::byte_by_byte, Delivery::with_pauses};

[[nodiscard]] std::string name_of(Delivery delivery);

/// All output of a session for a script and the end of input. Throws ConnectionError if the session does not
/// end. `seed` is for the pauses.
[[nodiscard]] std::vector<std::string> deliver(const Script& script, Delivery delivery, std::uint64_t seed,
                                               const connection::Address& daemon);
/// The same in one write to the standard input of a daemon of its own.
[[nodiscard]] std::vector<std::string> deliver_to_input(const Script& script, const std::string& program);

}  // namespace crownd::testing
