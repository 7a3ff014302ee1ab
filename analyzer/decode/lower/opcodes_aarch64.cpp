// AArch64: floating-point arithmetic follows FPCR, and LLVM's tables say so; what only moves or compares stands here.
#include "decode/lower/opcode_class.h"

#include <algorithm>
#include <array>

namespace osaca {
namespace {

// On registers of one element, without FPCR in LLVM's tables. Sorted, in ASCII's order.
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

/// Its name begins so, and ends with the kind of its operands: "ADDXri", "ADDSWrs".
struct AffineSum {
  std::string_view begin;
  std::string_view end;
  AffineForm form;
};

// Of 32 bits, too: what loops count in them does not wrap around.
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

} // namespace osaca
