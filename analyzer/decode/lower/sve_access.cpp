#include "decode/lower/sve_access.h"

namespace osaca {
namespace {

constexpr int whole_vector = 8; // eighths

/// Of "B" to "Q"; S is how element sizes spell W. 0: none of these.
int bytes_of(char letter) {
  switch (letter) {
  case 'B': return 1;
  case 'H': return 2;
  case 'W':
  case 'S': return 4;
  case 'D': return 8;
  case 'Q': return 16;
  default: return 0;
  }
}

bool take(std::string_view &text, std::string_view prefix) {
  const bool has = text.starts_with(prefix);
  if (has)
    text.remove_prefix(prefix.size());
  return has;
}

/// "1", "2" to "4", "NT1", "FF1", "NF1". 0: none of these.
int take_count(std::string_view &rest) {
  for (const std::string_view one : {"NT1", "FF1", "NF1"})
    if (take(rest, one))
      return 1;
  if (rest.empty() || rest.front() < '1' || rest.front() > '4')
    return 0;
  const int count = rest.front() - '0';
  rest.remove_prefix(1);
  return count;
}

/// Bytes of an element in memory: "B" to "Q", "SB" to "SW" where it is extended with its sign. 0: none.
int take_element(std::string_view &rest) {
  take(rest, "S");
  const int bytes = rest.empty() ? 0 : bytes_of(rest.front());
  rest.remove_prefix(bytes == 0 ? 0 : 1);
  return bytes;
}

/// "RD", "RSB": one element that fills the register; "RQ_B", "RO_B": 16 or 32 bytes. 0: it repeats nothing.
int repeated_bytes(std::string_view rest) {
  if (!take(rest, "R"))
    return 0;
  return rest.starts_with("Q_") ? 16 : rest.starts_with("O_") ? 32 : take_element(rest);
}

/// Elements of another size in the register: "_D", "_S_IMM". 0: of the same size.
int element_in_register(std::string_view rest) {
  if (rest.size() < 2 || rest[0] != '_' || (rest.size() > 2 && rest[2] != '_'))
    return 0;
  return bytes_of(rest[1]);
}

} // namespace

std::optional<SveAccess> sve_access(std::string_view opcode) {
  if (opcode.starts_with("PRF")) // of nothing but an address
    return SveAccess{};
  if (opcode == "LDR_ZXI" || opcode == "STR_ZXI")
    return SveAccess{.width_eighths = whole_vector};
  if (opcode == "LDR_PXI" || opcode == "STR_PXI") // a bit for each byte
    return SveAccess{.width_eighths = 1, .step_eighths = 1};
  std::string_view rest = opcode;
  if (!take(rest, "LD") && !take(rest, "ST"))
    return std::nullopt;
  int registers = take_count(rest);
  if (registers == 0)
    return std::nullopt;
  if (const int bytes = repeated_bytes(rest))
    return SveAccess{.width_bytes = bytes};
  const int element = take_element(rest);
  if (element == 0)
    return std::nullopt;
  for (const int several : {2, 4})
    if (rest.starts_with(several == 2 ? "_2Z" : "_4Z"))
      registers = several;
  const int in_register = element_in_register(rest);
  const int eighths = in_register > element ? whole_vector * element / in_register : whole_vector;
  return SveAccess{.width_eighths = registers * eighths, .step_eighths = eighths};
}

} // namespace osaca
