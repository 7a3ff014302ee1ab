#include "pipeline/capture/options_reader.h"

#include <optional>

namespace osaca {
namespace {

constexpr int highest_level = 3;
constexpr int widest_vectors_bits = 1 << 16;

std::optional<bool> known_truth(const JsonField &options, const char *key) {
  return options.has(key) ? std::optional<bool>(options.at(key).boolean()) : std::nullopt;
}

std::optional<int> known_number(const JsonField &options, const char *key, int most) {
  return options.has(key) ? std::optional<int>(options.at(key).number(0, most)) : std::nullopt;
}

CompilerOptions::Compiler compiler_named(std::string_view name) {
  return name.starts_with("gcc")     ? CompilerOptions::Compiler::gcc
         : name.starts_with("clang") ? CompilerOptions::Compiler::clang
                                     : CompilerOptions::Compiler::unknown;
}

} // namespace

CompilerOptions read_options(const JsonField &function, std::string_view compiler) {
  CompilerOptions read;
  if (!function.has("options"))
    return read;
  const JsonField options = function.at("options");
  read.compiler = compiler_named(compiler);
  read.level = known_number(options, "level", highest_level);
  read.vectorises = known_truth(options, "vectorises");
  if (const std::optional<bool> cheaply = known_truth(options, "vectorises_cheaply"))
    read.cost_model = *cheaply ? CompilerOptions::CostModel::little_code : CompilerOptions::CostModel::any_gain;
  read.unrolls = known_truth(options, "unrolls");
  read.reassociates = known_truth(options, "reassociates");
  read.contracts = known_truth(options, "contracts");
  read.takes_reciprocals = known_truth(options, "takes_reciprocals");
  read.sets_errno = known_truth(options, "sets_errno");
  read.finite_only = known_truth(options, "finite_only");
  read.has_fused = known_truth(options, "has_fused");
  read.preferred_vector_bits = known_number(options, "preferred_vector_bits", widest_vectors_bits);
  read.widest_vector_bits = known_number(options, "widest_vector_bits", widest_vectors_bits);
  return read;
}

} // namespace osaca
