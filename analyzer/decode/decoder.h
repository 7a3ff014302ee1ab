// Decodes assembly, objects and hexadecimal blocks into kernels, with the costs that the compiler's tables give for
// their instructions. LLVM's types do not appear in this interface.
#pragma once

#include "base/expected.h"
#include "kernel/cost.h"
#include "kernel/instruction.h"
#include "kernel/kernel.h"
#include "loops/regions.h"
#include "model/machine_model.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

// Costs from the compiler's tables. They are computed on request, because the models have figures for most
// instructions.

/// The costs of the instructions of one unit: a text, or functions of an object that are decoded together. Copies share
/// a cache, so they must not be used by several threads at a time.
class CompilerFigures {
public:
  /// An empty table: no instruction has costs.
  CompilerFigures() = default;

  /// One entry for each of DecodeOptions::scheduling_cpus; empty for instructions that could not be read. The
  /// instruction must belong to the unit: its number and its vector type are used.
  [[nodiscard]] std::vector<CompilerCost> costs_of(const Instruction &instruction) const;

  /// Whether a core with these names has the instruction, according to LLVM. True if LLVM does not know the core.
  [[nodiscard]] bool is_on_core(const NamesOfCore &names, InstructionNumber number) const;
  /// The same for an instruction that is not part of the unit. `opcode`: LLVM's name, which decides on x86 only.
  [[nodiscard]] bool is_on_core(const NamesOfCore &names, std::string_view opcode) const;

  struct State;
  explicit CompilerFigures(std::shared_ptr<State> state) : state_(std::move(state)) {}

private:
  std::shared_ptr<State> state_;
};

// The decoder.

struct DecodeOptions {
  std::optional<Isa> isa;   ///< empty: guess from the text (objects contain it)
  std::string features_cpu; ///< LLVM CPU whose instructions are accepted; empty: all instructions of the ISA
  std::vector<std::string> scheduling_cpus; ///< cores that DecodedInput::compiler has costs for
  bool intel_syntax = false;                ///< x86 text without `.intel_syntax` is in Intel syntax
  RegionSelection regions;
  int max_paths_per_loop = 8;
};

struct DecodedInput {
  Isa isa = Isa::x86_64;
  std::vector<Kernel> kernels;
  std::vector<Error> problems;    ///< unreadable lines, each once, and regions without an instruction; in kernels, an
                                  ///< unreadable instruction has an empty opcode
  std::vector<std::string> notes; ///< remarks about the whole input: what an object does not contain
  std::optional<Error> nothing = {};         ///< why there are no kernels
  std::vector<UnmatchedName> unmatched = {}; ///< patterns of RegionSelection::functions that match no function
  std::vector<NamedFunction> named = {};     ///< by the others
  CompilerFigures compiler = {};             ///< costs of the instructions in `kernels`
};

/// Decodes assembly texts one after the other and reuses what it sets up. Not for several threads at a time.
class AssemblyDecoder {
public:
  AssemblyDecoder();
  AssemblyDecoder(AssemblyDecoder &&) noexcept;
  ~AssemblyDecoder();

  /// `name` is used in messages. The text may be the complete output of a compiler. Errors: nothing could be read,
  /// unbalanced markers, refused directives.
  [[nodiscard]] Expected<DecodedInput> decode(std::string_view text, const std::string &name,
                                              const DecodeOptions &options);
  /// The assembly of one function whose loops of interest are known. Kernels are in the order of `loops`; a loop with
  /// several paths has several kernels.
  [[nodiscard]] Expected<DecodedInput> decode_function(std::string_view text, const std::string &function,
                                                       const std::vector<KnownLoop> &loops,
                                                       const std::vector<LineOrigin> &origins,
                                                       const DecodeOptions &options);

private:
  struct Readers;
  std::unique_ptr<Readers> readers_;
};

/// Like the functions of AssemblyDecoder, for a single text.
[[nodiscard]] Expected<DecodedInput> decode_assembly(std::string_view text, const std::string &name,
                                                     const DecodeOptions &options);
[[nodiscard]] Expected<DecodedInput> decode_function(std::string_view text, const std::string &function,
                                                     const std::vector<KnownLoop> &loops,
                                                     const std::vector<LineOrigin> &origins,
                                                     const DecodeOptions &options);
/// Decodes an object, program or library (ELF, COFF, PE, Mach-O). DecodedInput::compiler stays empty.
[[nodiscard]] Expected<DecodedInput> decode_object(std::string_view bytes, const std::string &name,
                                                   const DecodeOptions &options);
/// Decodes the machine code of one basic block as the body of an endless loop.
[[nodiscard]] Expected<Kernel> decode_block(const std::vector<std::uint8_t> &bytes, Isa isa,
                                            const DecodeOptions &options);

/// Guesses the instruction set of assembly text from its registers and directives.
[[nodiscard]] Isa guessed_isa(std::string_view text);

/// A CPU that LLVM knows, for `osaca models` and for suggestions.
struct CompilerCpu {
  std::string name;
  Isa isa;
  bool has_scheduling_model = false;
};
[[nodiscard]] std::vector<CompilerCpu> compiler_cpus();

/// A model without figures of its own, for any CPU that LLVM knows: ports, widths and latencies are the compiler's.
/// `vector_length` is used if LLVM does not know it.
[[nodiscard]] Expected<MachineModel> compiler_model(std::string_view cpu,
                                                    const std::optional<VectorLength> &vector_length = {});

/// All opcode names of an ISA, sorted. Globs in models are matched against them.
[[nodiscard]] std::vector<std::string> opcode_names(Isa isa);

/// LLVM's name of the CPU that runs this process ("znver4"), from CPUID.
[[nodiscard]] std::string host_cpu();

/// The version of the linked LLVM: "22.1.0".
[[nodiscard]] std::string llvm_version();

} // namespace osaca
