// Internal structures of object_file.h that contain LLVM's types: an opened file, a plan, functions read as one unit,
// and the annotated loops in it.
#pragma once

#include "decode/assembly/assembly_reader.h"
#include "decode/code/machine_code.h"
#include "decode/image/line_table.h"
#include "decode/image/object_image.h"
#include "decode/object/object_file.h"
#include "decode/object/object_scan.h"
#include "loops/flow_graph.h"
#include "loops/function_names.h"
#include "loops/regions.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace osaca {

// Reads functions of an object into statements.

/// Several functions, read as one unit.
struct ReadObject {
  ReadUnit read;
  std::vector<CodeAddress> addresses;              ///< by Instruction::number
  std::vector<std::optional<CodeAddress>> targets; ///< of direct jumps and calls, by Instruction::number
  bool is_cut_off = false;                         ///< too much code: the rest is missing
};

/// A function, and the number of instructions before it in the file. Instructions are numbered through the whole file.
struct NumberedFunction {
  const ScannedFunction *function = nullptr;
  std::uint64_t instructions_before = 0;
};

/// The file that contains the functions.
struct CodeOfFile {
  const LlvmTarget &target;
  const std::vector<CodeSection> &sections;
  const CodeSectionIndex &section_index;
  const std::unordered_map<std::uint64_t, std::string> &stubs; ///< ObjectImage::stubs
  bool is_relocatable = false;
};

/// `functions` are in the order of the file. Control falls through from one to the next if they are adjacent. The
/// `callees` are only there to be called (ParsedUnit::callees_begin).
[[nodiscard]] ReadObject read_functions(const std::vector<NumberedFunction> &functions, const CodeOfFile &file,
                                        MachineCodeReader &reader, const std::vector<NumberedFunction> &callees = {});

/// Limit for one range of code.
constexpr std::size_t most_instructions_of_unit = 1'000'000;

// An opened file, the result of a scan, and a plan.

struct ObjectFile::State {
  std::string name;
  std::string bytes; ///< the sections point into it
  const LlvmTarget *target = nullptr;
  std::string why_empty; ///< message for a file without code
  bool is_relocatable = false;
  std::vector<CodeSection> sections;
  std::unique_ptr<const CodeSectionIndex> section_index;
  std::vector<CodeRange> ranges;
  std::unordered_map<std::uint64_t, std::string> stubs; ///< targets of the linker's stubs, by stub address
  std::unique_ptr<const LineTable> lines;
  InlineSites inlined; ///< only if requested
  LinesElsewhere lines_elsewhere = LinesElsewhere::unknown;
};

struct ScannedRange::Functions {
  std::vector<ScannedFunction> list;
};

struct ObjectPlan::State {
  const ObjectFile::State *file = nullptr;
  RegionSelection regions; ///< selected in each wanted function
  FunctionPatterns patterns{{}};
  std::vector<ScannedFunction> functions;         ///< of the whole file, in order
  std::vector<std::uint64_t> instructions_before; ///< parallel to `functions`
  std::unordered_map<std::uint64_t, int>
      function_of_stub;                 ///< by address: the linker's stubs for functions of this file
  std::vector<char> is_wanted;          ///< parallel to `functions`: selected by name
  std::vector<std::vector<int>> groups; ///< indices into `functions`; each group is decoded as one unit
  std::vector<UnmatchedName> unmatched;
  std::vector<NamedFunction> named;
  ObjectRemarks remarks;
};

/// The functions of the file that the loops of a group call, directly or through other functions. `object` holds the
/// functions of the group. Indices into `functions` of the plan, without those of the group. Their number and size are
/// limited.
[[nodiscard]] std::vector<int> callees_of_loops(const ObjectPlan::State &plan, std::size_t group,
                                                const ReadObject &object, const MachineCodeReader &reader);

// Annotated loops.

/// The source place of an instruction: its line, then the calls that it was inlined through.
[[nodiscard]] InstructionPlace place_of_instruction(const ObjectFile::State &file, const CodeAddress &code,
                                                    const AnnotatedSources &sources);

/// The calls that the instruction was inlined through, with file names.
[[nodiscard]] std::vector<SourceLocation> calls_to(const ObjectFile::State &file, const CodeAddress &code);

/// The result does not contain the source places of instructions.
[[nodiscard]] AnnotatedGroup annotated_loops_of(const ObjectFile::State &file, const ReadObject &object,
                                                const AnnotatedSources &sources, int max_paths_per_loop);

} // namespace osaca
