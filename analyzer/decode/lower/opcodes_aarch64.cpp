#include "decode/lower/opcode_class.h"

#include <algorithm>
#include <array>

namespace osaca {

// AArch64: LLVM's tables say that floating-point arithmetic depends on FPCR. The lists here contain the remaining
// floating-point instructions, such as moves and comparisons.

namespace {

// Instructions on single elements, without FPCR in LLVM's tables. Sorted in ASCII order.
constexpr std::array<std::string_view, 43> further_floating_point = {
    "FABSDr",   "FABSHr",    "FABSSr",      "FCCMPDrr",  "FCCMPEDrr", "FCCMPEHrr", "FCCMPESrr", "FCCMPHrr",
    "FCCMPSrr", "FCSELDrrr", "FCSELHrrr",   "FCSELSrrr", "FCVTZSd",   "FCVTZSh",   "FCVTZSs",   "FCVTZUd",
    "FCVTZUh",  "FCVTZUs",   "FMOVDXHighr", "FMOVDXr",   "FMOVDi",    "FMOVDr",    "FMOVHWr",   "FMOVHXr",
    "FMOVHi",   "FMOVHr",    "FMOVSWr",     "FMOVSi",    "FMOVSr",    "FMOVWHr",   "FMOVWSr",   "FMOVXDHighr",
    "FMOVXDr",  "FMOVXHr",   "FNEGDr",      "FNEGHr",    "FNEGSr",    "SCVTFd",    "SCVTFh",    "SCVTFs",
    "UCVTFd",   "UCVTFh",    "UCVTFs"};

constexpr std::array<std::string_view, 7> aarch64_prefetches = {"prfb",  "prfd", "prfh", "prfm",
                                                                "prfum", "prfw", "rprfm"};

using Kind = AffineForm::Kind;

/// An opcode with this beginning and an ending for the kind of its operands: "ADDXri", "ADDSWrs".
struct AffineSum {
  std::string_view begin;
  std::string_view end;
  AffineForm form;
};

// Includes 32-bit operations: loop counters do not wrap around in them.
constexpr std::array<AffineSum, 11> sums = {{{"ADD", "ri", {Kind::plus_number}},
                                             {"ADD", "rr", {Kind::plus_register}},
                                             {"ADD", "rs", {Kind::plus_shifted}},
                                             {"ADD", "rx", {Kind::plus_extended}},
                                             {"ADD", "rx64", {Kind::plus_extended}},
                                             {"SUB", "ri", {Kind::plus_number, -1}},
                                             {"SUB", "rr", {Kind::plus_register, -1}},
                                             {"SUB", "rs", {Kind::plus_shifted, -1}},
                                             {"SUB", "rx", {Kind::plus_extended, -1}},
                                             {"SUB", "rx64", {Kind::plus_extended, -1}},
                                             {"ORR", "rs", {Kind::copy}}}};

constexpr std::array<AffineOpcode, 29> affine_of_aarch64 = {{{"ADDPL_XXI", {Kind::vector_part, 1, 1}},
                                                             {"ADDVL_XXI", {Kind::vector_part, 1, 8}},
                                                             {"CNTB_XPiI", {Kind::vector_part, 1, 8}},
                                                             {"CNTD_XPiI", {Kind::vector_part, 1, 1}},
                                                             {"CNTH_XPiI", {Kind::vector_part, 1, 4}},
                                                             {"CNTW_XPiI", {Kind::vector_part, 1, 2}},
                                                             {"DECB_XPiI", {Kind::vector_part, -1, 8}},
                                                             {"DECD_XPiI", {Kind::vector_part, -1, 1}},
                                                             {"DECH_XPiI", {Kind::vector_part, -1, 4}},
                                                             {"DECW_XPiI", {Kind::vector_part, -1, 2}},
                                                             {"INCB_XPiI", {Kind::vector_part, 1, 8}},
                                                             {"INCD_XPiI", {Kind::vector_part, 1, 1}},
                                                             {"INCH_XPiI", {Kind::vector_part, 1, 4}},
                                                             {"INCW_XPiI", {Kind::vector_part, 1, 2}},
                                                             {"MADDWrrr", {Kind::product_sum}},
                                                             {"MADDXrrr", {Kind::product_sum}},
                                                             {"MOVZWi", {Kind::number}},
                                                             {"MOVZXi", {Kind::number}},
                                                             {"MSUBWrrr", {Kind::product_sum, -1}},
                                                             {"MSUBXrrr", {Kind::product_sum, -1}},
                                                             {"RDVLI_XI", {Kind::vector_part, 1, 8}},
                                                             {"SBFMWri", {Kind::bit_field}},
                                                             {"SBFMXri", {Kind::bit_field}},
                                                             {"SMADDLrrr", {Kind::product_sum}},
                                                             {"SMSUBLrrr", {Kind::product_sum, -1}},
                                                             {"UBFMWri", {Kind::bit_field}},
                                                             {"UBFMXri", {Kind::bit_field}},
                                                             {"UMADDLrrr", {Kind::product_sum}},
                                                             {"UMSUBLrrr", {Kind::product_sum, -1}}}};

AffineForm aarch64_affine(std::string_view opcode) {
  for (const AffineOpcode &known : affine_of_aarch64)
    if (known.opcode == opcode)
      return known.form;
  if (opcode.size() < 6)
    return {};
  const std::string_view begin = opcode.substr(0, 3);
  std::string_view rest = opcode.substr(3);
  if (rest.front() == 'S') // sets flags
    rest.remove_prefix(1);
  if (rest.front() != 'X' && rest.front() != 'W')
    return {};
  rest.remove_prefix(1);
  for (const AffineSum &known : sums)
    if (known.begin == begin && known.end == rest)
      return known.form;
  return {};
}

} // namespace

OpcodeClass aarch64_class(const OpcodeDescription &described) {
  const auto is_in = [](const auto &names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
  };
  OpcodeClass made;
  made.affine = aarch64_affine(described.opcode);
  made.is_nop = described.opcode == "NOP";
  made.is_prefetch = is_in(aarch64_prefetches, described.mnemonic);
  made.is_vector_packed =
      described.has_vector_register && described.has_several_elements && !made.is_prefetch; // a vector of addresses
  made.is_scalar_fp =
      described.has_vector_register && !described.has_several_elements &&
      (described.follows_fp_control || described.accesses_memory || is_in(further_floating_point, described.opcode));
  return made;
}

namespace {

constexpr int whole_vector = 8; // eighths

/// The bytes of an element from its letter, "B" to "Q"; S is spelled W in element sizes. 0: no such letter.
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

/// Bytes of an element in memory: "B" to "Q", or "SB" to "SW" if it is sign-extended. 0: none.
int take_element(std::string_view &rest) {
  take(rest, "S");
  const int bytes = rest.empty() ? 0 : bytes_of(rest.front());
  rest.remove_prefix(bytes == 0 ? 0 : 1);
  return bytes;
}

/// "RD", "RSB": one element that is copied to the whole register; "RQ_B", "RO_B": 16 or 32 bytes. 0: no such access.
int repeated_bytes(std::string_view rest) {
  if (!take(rest, "R"))
    return 0;
  return rest.starts_with("Q_") ? 16 : rest.starts_with("O_") ? 32 : take_element(rest);
}

/// Bytes of an element in the register, if its size differs from that in memory: "_D", "_S_IMM". 0: the same size.
int element_in_register(std::string_view rest) {
  if (rest.size() < 2 || rest[0] != '_' || (rest.size() > 2 && rest[2] != '_'))
    return 0;
  return bytes_of(rest[1]);
}

} // namespace

std::optional<SveAccess> sve_access(std::string_view opcode) {
  if (opcode.starts_with("PRF")) // only an address is passed
    return SveAccess{};
  if (opcode == "LDR_ZXI" || opcode == "STR_ZXI")
    return SveAccess{.width_eighths = whole_vector};
  if (opcode == "LDR_PXI" || opcode == "STR_PXI") // one bit for each byte
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
