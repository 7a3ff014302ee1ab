// What object_file.h hides, as LLVM's types are in it: the parts of an opened file and of a plan, functions read as one
// unit, and annotated loops in it.
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

// Functions of an object -> statements.

/// Some functions as one unit.
struct ReadObject {
  ReadUnit read;
  std::vector<CodeAddress> addresses; ///< by Instruction::number
  bool is_cut_off = false;            ///< too much code: what follows is missing
};

/// A function, and how many instructions of the file come before its own: they are numbered through the whole file.
struct NumberedFunction {
  const ScannedFunction *function = nullptr;
  std::uint64_t instructions_before = 0;
};

/// The file that they are in.
struct CodeOfFile {
  const LlvmTarget &target;
  const std::vector<CodeSection> &sections;
  const CodeSectionIndex &section_index;
  const std::unordered_map<std::uint64_t, std::string> &stubs; ///< ObjectImage::stubs
  bool is_relocatable = false;
};

/// `functions` in the order of the file. Control falls through from one to the next where they touch.
[[nodiscard]] ReadObject read_functions(const std::vector<NumberedFunction> &functions, const CodeOfFile &file,
                                        MachineCodeReader &reader);

/// Of one range of code.
constexpr std::size_t most_instructions_of_unit = 1'000'000;

// What object_file.h hides: the parts of an opened file and of a plan.

struct ObjectFile::State {
  std::string name;
  std::string bytes; ///< which the sections point into
  const LlvmTarget *target = nullptr;
  std::string why_empty; ///< what to say if it has no code at all
  bool is_relocatable = false;
  std::vector<CodeSection> sections;
  std::unique_ptr<const CodeSectionIndex> section_index;
  std::vector<CodeRange> ranges;
  std::unordered_map<std::uint64_t, std::string> stubs; ///< what they jump to, by address
  std::unique_ptr<const LineTable> lines;
  InlineSites inlined; ///< only where it was asked for
  LinesElsewhere lines_elsewhere = LinesElsewhere::unknown;
};

struct ScannedRange::Functions {
  std::vector<ScannedFunction> list;
};

struct ObjectPlan::State {
  const ObjectFile::State *file = nullptr;
  RegionSelection regions; ///< in any function; which are wanted, the rest of this says
  FunctionPatterns patterns{{}};
  std::vector<ScannedFunction> functions;         ///< of the whole file, in order
  std::vector<std::uint64_t> instructions_before; ///< parallel
  std::vector<char> is_wanted;                    ///< parallel: by name
  std::vector<std::vector<int>> groups;           ///< to decode
  std::vector<UnmatchedName> unmatched;
  ObjectRemarks remarks;
};

// What annotated_loops.h hides: LLVM's types are in it.

/// Where an instruction comes from: its line, then the calls that it was inlined through.
[[nodiscard]] InstructionPlace place_of_instruction(const ObjectFile::State &file, const CodeAddress &code,
                                                    const AnnotatedSources &sources);

/// Those calls, by name.
[[nodiscard]] std::vector<SourceLocation> calls_to(const ObjectFile::State &file, const CodeAddress &code);

/// Without the instructions' places.
[[nodiscard]] AnnotatedGroup annotated_loops_of(const ObjectFile::State &file, const ReadObject &object,
                                                const AnnotatedSources &sources, int max_paths_per_loop);

} // namespace osaca
