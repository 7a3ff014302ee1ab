// Assembly, objects and hexadecimal blocks -> kernels, with what the compiler's tables say of their instructions. No
// header of this interface shows LLVM.
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

// What the compiler's tables say of a unit's instructions, for whoever needs it: most have figures of their own in the
// models. No header of this interface shows LLVM.

/// Copies share what they found out; not for several threads at a time.
class CompilerFigures {
public:
  /// Of no instruction.
  CompilerFigures() = default;

  /// One entry for each of DecodeOptions::scheduling_cpus; no entry for what could not be read. The instruction is one
  /// of the unit: its number and the vector type in force there count.
  [[nodiscard]] std::vector<CompilerCost> costs_of(const Instruction &instruction) const;

  /// Whether that core of LLVM's has the instruction at all. LLVM reads x86 code for every core alike: there, all have.
  [[nodiscard]] bool is_on_core(const std::string &cpu, InstructionNumber number) const;

  struct State;
  explicit CompilerFigures(std::shared_ptr<State> state) : state_(std::move(state)) {}

private:
  std::shared_ptr<State> state_;
};

// Assembly, objects and hexadecimal blocks -> kernels. No header of this interface shows LLVM.

struct DecodeOptions {
  std::optional<Isa> isa;                   ///< empty: guess from the text (objects know theirs)
  std::string features_cpu;                 ///< LLVM CPU whose instructions are accepted; empty: everything the ISA has
  std::vector<std::string> scheduling_cpus; ///< whose costs DecodedInput::compiler has
  bool intel_syntax = false;                ///< x86 text without a `.intel_syntax` directive is Intel's
  RegionSelection regions;
  int max_paths_per_loop = 8;
};

struct DecodedInput {
  Isa isa = Isa::x86_64;
  std::vector<Kernel> kernels;
  std::vector<Error> problems;    ///< lines that could not be read, each once, regions without an instruction; kernels
                                  ///< that contain one hold an Instruction with an empty opcode in its place
  std::vector<std::string> notes; ///< what to know about all of it: what an object cannot tell
  std::optional<Error> nothing = {};         ///< why there are no kernels in what could be read
  std::vector<UnmatchedName> unmatched = {}; ///< of RegionSelection::functions
  CompilerFigures compiler = {};             ///< of the instructions in `kernels`, by Instruction::number
};

/// Assembly, one text after the other: what it takes to read them is set up once. Not for several threads at a time.
class AssemblyDecoder {
public:
  AssemblyDecoder();
  AssemblyDecoder(AssemblyDecoder &&) noexcept;
  ~AssemblyDecoder();

  /// `name` is for messages. The text may be a whole compiler output. Errors: nothing at all could be read, unbalanced
  /// markers, refused directives.
  [[nodiscard]] Expected<DecodedInput> decode(std::string_view text, const std::string &name,
                                              const DecodeOptions &options);
  /// The assembly of one function with the loops of interest known. Kernels come in the order of `loops`; a loop with
  /// several paths gives several.
  [[nodiscard]] Expected<DecodedInput> decode_function(std::string_view text, const std::string &function,
                                                       const std::vector<KnownLoop> &loops,
                                                       const std::vector<LineOrigin> &origins,
                                                       const DecodeOptions &options);

private:
  struct Readers;
  std::unique_ptr<Readers> readers_;
};

/// The same for one text.
[[nodiscard]] Expected<DecodedInput> decode_assembly(std::string_view text, const std::string &name,
                                                     const DecodeOptions &options);
[[nodiscard]] Expected<DecodedInput> decode_function(std::string_view text, const std::string &function,
                                                     const std::vector<KnownLoop> &loops,
                                                     const std::vector<LineOrigin> &origins,
                                                     const DecodeOptions &options);
/// An object, program or library (ELF, COFF, PE, Mach-O); without DecodedInput::compiler.
[[nodiscard]] Expected<DecodedInput> decode_object(std::string_view bytes, const std::string &name,
                                                   const DecodeOptions &options);
/// Machine code of one basic block, read as the body of an endless loop.
[[nodiscard]] Expected<Kernel> decode_block(const std::vector<std::uint8_t> &bytes, Isa isa,
                                            const DecodeOptions &options);

/// What assembly text seems to be for, from the registers and directives in it.
[[nodiscard]] Isa guessed_isa(std::string_view text);

/// LLVM's CPUs of an ISA, for `osaca models` and suggestions.
struct CompilerCpu {
  std::string name;
  Isa isa;
  bool has_scheduling_model = false;
};
[[nodiscard]] std::vector<CompilerCpu> compiler_cpus();

/// A model with no figures of its own, for any CPU LLVM knows: ports, widths and latencies are the compiler's.
/// `vector_length`: where LLVM does not know it.
[[nodiscard]] Expected<MachineModel> compiler_model(std::string_view cpu,
                                                    const std::optional<VectorLength> &vector_length = {});

/// All opcode names of an ISA, sorted: what globs in models are matched against.
[[nodiscard]] std::vector<std::string> opcode_names(Isa isa);

/// The name LLVM has for the CPU this process runs on ("znver4"), from CPUID.
[[nodiscard]] std::string host_cpu();

/// The LLVM that is linked in: "22.1.0".
[[nodiscard]] std::string llvm_version();

} // namespace osaca
