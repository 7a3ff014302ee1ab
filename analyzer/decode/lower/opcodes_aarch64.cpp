// AArch64: floating-point arithmetic follows FPCR, and LLVM's tables say so; what only moves or compares stands here.
#include "decode/lower/opcode_class.h"

#include <algorithm>
#include <array>

namespace osaca {
namespace {

// On registers of one element, without FPCR in LLVM's tables. Sorted, in ASCII's order.
constexpr std::array<std::string_view, 43> further_floating_point = {
    "FABSDr",     "FABSHr",    "FABSSr",    "FCCMPDrr",    "FCCMPEDrr",  "FCCMPEHrr", "FCCMPESrr", "FCCMPHrr",
    "FCCMPSrr",   "FCSELDrrr", "FCSELHrrr", "FCSELSrrr",   "FCVTZSd",    "FCVTZSh",   "FCVTZSs",   "FCVTZUd",
    "FCVTZUh",    "FCVTZUs",   "FMOVDXHighr", "FMOVDXr",   "FMOVDi",     "FMOVDr",    "FMOVHWr",   "FMOVHXr",
    "FMOVHi",     "FMOVHr",    "FMOVSWr",   "FMOVSi",      "FMOVSr",     "FMOVWHr",   "FMOVWSr",   "FMOVXDHighr",
    "FMOVXDr",    "FMOVXHr",   "FNEGDr",    "FNEGHr",      "FNEGSr",     "SCVTFd",    "SCVTFh",
    "SCVTFs",     "UCVTFd",    "UCVTFh",    "UCVTFs"};

constexpr std::array<std::string_view, 7> aarch64_prefetches = {"prfb", "prfd", "prfh", "prfm", "prfum", "prfw", "rprfm"};

UpdateForm aarch64_update(std::string_view opcode) {
  if (opcode == "ADDXri" || opcode == "ADDSXri")
    return {UpdateForm::Kind::add, 1};
  if (opcode == "SUBXri" || opcode == "SUBSXri")
    return {UpdateForm::Kind::add, -1};
  if (opcode == "ORRXrs")
    return {UpdateForm::Kind::move, 1};
  return {};
}

} // namespace

OpcodeClass aarch64_class(const OpcodeDescription &described) {
  const auto is_in = [](const auto &names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  OpcodeClass made;
  made.update = aarch64_update(described.opcode);
  made.is_nop = described.opcode == "NOP";
  made.is_prefetch = is_in(aarch64_prefetches, described.mnemonic);
  made.is_vector_packed =
      described.has_vector_register && described.has_several_elements && !made.is_prefetch; // a vector of addresses
  made.is_scalar_fp = described.has_vector_register && !described.has_several_elements &&
                      (described.follows_fp_control || described.accesses_memory ||
                       is_in(further_floating_point, described.opcode));
  return made;
}

} // namespace osaca
