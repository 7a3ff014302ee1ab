// The way from an instruction's result back to its source, by helpers.
#pragma once

#include "base/expected.h"
#include "measure/chains/latency_chains.h"

namespace osaca::measure {

struct ChainEnds {
  const RegisterFamily *source = nullptr;      ///< null: flags or memory
  const RegisterFamily *destination = nullptr; ///< likewise
  std::optional<Domain> source_domain;         ///< empty: memory
  std::optional<Domain> destination_domain;
  bool from_memory = false; ///< the source is what memory holds
  bool to_memory = false;
  Endpoint::Part part = Endpoint::Part::value;
  bool is_direct = false; ///< the result is the source of the next copy
  bool puts_back = false; ///< values must be put back on the way
  FixedValue wanted = FixedValue::constant;
  int memory_bytes = 8;
  int vector_bits = 0;                             ///< of the source
  std::vector<const RegisterFamily *> temporaries; ///< of all domains
  int restorer = 0;                                ///< which of the ways to put a vector back; 0: the usual one
};

struct PathStep {
  std::string helper; ///< the name under which its time is known; empty: counted with the step before
  std::string text;
};

struct ChainPath {
  std::vector<PathStep> steps;
  bool stores = false;
};

/// `way`: 0 is the usual one; further ones, as long as there are any, read another part of the flags. Error: also if no
/// vector is put back, so that another restorer makes no difference.
[[nodiscard]] Expected<ChainPath> path_between(const IsaDescription &isa, const ChainEnds &ends, int way);

/// The constant in `text` replaced by another of the fixed values.
[[nodiscard]] std::string with_value(const IsaDescription &isa, std::string text, FixedValue value);

/// "restore_vector.256"
[[nodiscard]] std::string vector_helper_name(std::string_view name, const VectorFile &file);

/// "memory.vector.16": a store and a load of it, together.
[[nodiscard]] std::string memory_helper_name(const MemoryHelper &helper);

} // namespace osaca::measure
