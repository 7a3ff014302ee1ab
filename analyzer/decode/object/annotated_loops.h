// From annotated statements of the sources to the loops of an object that they became.
#pragma once

#include "base/source_location.h"
#include "decode/decoder.h"
#include "source/loop_origins.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace osaca {

struct AnnotatedSources {
  StatementTable statements;
  std::vector<std::string> names;  ///< by number of the source, as the object calls it
  std::vector<int> source_of_file; ///< by number of the object's file (ObjectFile::source_files()): its source, or -1
};

/// One loop of the machine code.
struct AnnotatedLoop {
  int annotation = -1;
  StatementCopy copy;
  int first_kernel = 0; ///< in AnnotatedGroup::input
  int kernel_count = 0; ///< its paths
  /// Other loops of the same statement that control can go to from here, within one iteration of what is around; empty:
  /// there are too many to find out.
  std::optional<std::set<int>> leads_to = {};
};

/// What is left of an annotated statement in the functions of a group, whether or not it still loops.
struct AnnotationRemains {
  std::string function; ///< that the first of its instructions is in, by address
  int located_instructions = 0;
  int in_other_loops = 0; ///< of those: in loops that belong to other statements
  std::set<std::string> callees;
};

struct AnnotatedGroup {
  DecodedInput input;
  std::vector<AnnotatedLoop> loops;
  std::map<int, AnnotationRemains> remains; ///< by annotation
};

struct AnnotatedCode {
  std::vector<std::size_t> groups;
  std::set<std::uint32_t> files;
};

} // namespace osaca
