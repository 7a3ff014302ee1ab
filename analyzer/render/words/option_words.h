// What is said about options of the compiler: none is named that is in use.
#pragma once

#include "report/finding_facts.h"

#include <string>

namespace osaca {

/// "vectorise (-O3)", "vectorise (the compiler did not: "...")".
[[nodiscard]] std::string text_of(const Vectors &vectors);

/// How it helps, or why not, to follow "fewer instructions per element": ": unroll ...", "; unrolling ...".
[[nodiscard]] std::string text_of(const Unrolling &unrolling);

/// The compiler's option that makes it say why it did not vectorise.
[[nodiscard]] std::string option_that_tells(CompilerOptions::Compiler compiler);

/// What would let the compiler make several accumulators of one, in parentheses.
[[nodiscard]] std::string options_for_accumulators(const ChainWait &chain);

[[nodiscard]] std::string options_for_vectors(const ScalarArithmetic &scalar);
[[nodiscard]] std::string options_for_fusion(const CompilerOptions &options);
[[nodiscard]] std::string options_for_vector_variants(const CompilerOptions &options);

} // namespace osaca
