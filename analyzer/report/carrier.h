// What a dependency runs through: the register or the address by which one instruction passes a value on to another.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <variant>

namespace osaca {

struct CarrierRegister {
  std::string name; ///< as in Register::name
  auto operator<=>(const CarrierRegister &) const = default;
};

/// symbol + displacement + base + index * scale; names of registers, empty where there is none.
struct CarrierAddress {
  std::string base;
  std::string index;
  int scale = 1;
  std::int64_t displacement = 0;
  std::string symbol;
  auto operator<=>(const CarrierAddress &) const = default;
};

/// As a report that was read back writes it.
struct WrittenCarrier {
  std::string text;
  auto operator<=>(const WrittenCarrier &) const = default;
};

/// std::monostate: nothing, the value stays inside an instruction.
using Carrier = std::variant<std::monostate, CarrierRegister, CarrierAddress, WrittenCarrier>;

/// "rax", "8(rsp,rcx*4)"; "" for nothing.
[[nodiscard]] std::string text_of(const Carrier &carrier);

/// Whether it is that register.
[[nodiscard]] bool is_register(const Carrier &carrier, const std::string &name);

} // namespace osaca
