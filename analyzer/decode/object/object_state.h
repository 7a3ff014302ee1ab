// What object_file.h hides: the parts of an opened file and of a plan.
#pragma once

#include "decode/image/object_image.h"
#include "decode/object/object_file.h"
#include "decode/object/object_reader.h"
#include "decode/object/object_scan.h"
#include "loops/function_names.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace osaca {

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

} // namespace osaca
