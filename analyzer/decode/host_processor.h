// The processor of a machine: its kinds of cores, as far as the system reports them.
#pragma once

#include <string>
#include <vector>

namespace osaca {

struct HostProcessor {
  enum class Kinds { unknown, one, several };

  std::string cpu;                     ///< LLVM's name of its fastest kind of core ("cortex-a76"), or of the chip
  std::vector<std::string> other_cpus; ///< LLVM's names of the other kinds of cores, if they have other names
  Kinds kinds = Kinds::unknown;        ///< how many kinds of cores it has
  std::string vendor = {};             ///< x86: as CPUID reports it, in the words of Linux; empty: not known
  int family = 0;
  int model = 0;
};

/// Reads what Linux reports in the folders proc and sys of `root` ("" is this machine). `cpu` is LLVM's name of the
/// processor, which is kept if nothing better is known there. Files that are missing or damaged are no error: then less
/// is known.
[[nodiscard]] HostProcessor host_processor(const std::string &root, const std::string &cpu);

/// The processor that runs this process.
[[nodiscard]] HostProcessor host_processor();

} // namespace osaca
