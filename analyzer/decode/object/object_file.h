// Objects, programs and libraries of any system: which functions they have, and the loops of these. No header of this
// interface shows LLVM.
#pragma once

#include "base/expected.h"
#include "base/source_location.h"
#include "decode/decoder.h"
#include "decode/image/line_table.h"
#include "profile/sampled_code.h"
#include "source/loop_statements.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

// From annotated statements of the sources to the loops of an object that they became.

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

// Objects, programs and libraries of any system (ELF, COFF, Mach-O) and size, in steps that several threads can share:
// open the file, look over its functions, then decode those that hold loops, a few at a time. No header of this
// interface shows LLVM.

/// 16 bytes, as LineFile::md5.
[[nodiscard]] std::string md5_of(std::string_view bytes);

/// Immutable once opened; may be read by several threads.
class ObjectFile {
public:
  /// Errors: no file that can be read, a CPU that is not supported, code that waits for link-time optimisation. `name`
  /// is for messages. `debug_bytes`: a file that has the names and lines of a linked one, of the same system (ELF, a
  /// program database, the file in a .dSYM); what cannot be read of it is not there. `with_inlining`: what was inlined
  /// where is wanted, too.
  [[nodiscard]] static Expected<ObjectFile> open(std::string_view bytes, const std::string &name,
                                                 std::string_view debug_bytes = {}, bool with_inlining = false);
  ObjectFile(ObjectFile &&) noexcept;
  ObjectFile &operator=(ObjectFile &&) noexcept;
  ~ObjectFile();

  [[nodiscard]] Isa isa() const;
  [[nodiscard]] const std::string &name() const;
  /// How many ranges there are to scan, and the bytes of code in each.
  [[nodiscard]] std::size_t range_count() const;
  [[nodiscard]] std::size_t range_bytes(std::size_t range) const;
  /// Of its line tables. Number 0 is the unknown file.
  [[nodiscard]] const std::vector<LineFile> &source_files() const;

  struct State;
  [[nodiscard]] const State &state() const { return *state_; }

private:
  explicit ObjectFile(std::unique_ptr<const State> state);
  std::unique_ptr<const State> state_;
};

/// What a scan remembers of the code. Calls are many, and only samples of programs need them.
enum class ScanFor { loops, loops_and_calls };

/// What a scan found in one range.
struct ScannedRange {
  ScannedRange();
  ScannedRange(ScannedRange &&) noexcept;
  ScannedRange &operator=(ScannedRange &&) noexcept;
  ~ScannedRange();
  struct Functions;
  std::unique_ptr<Functions> functions;
};

/// What to know about the functions of an object, or of several.
struct ObjectRemarks {
  std::set<std::string> jumping_anywhere; ///< functions with jumps through tables or pointers
  std::set<std::string> with_data;        ///< functions in which bytes that are no instructions were left out
  std::uint64_t skipped_bytes = 0;        ///< those, and more between functions
  int objects = 1;
  int without_lines = 0;     ///< objects that have no line tables
  int lines_in_database = 0; ///< of those, how many are Windows programs without their program database
  int lines_in_objects = 0;  ///< and how many are macOS programs whose lines dsymutil would collect
  int refused_lines = 0;     ///< objects whose line tables are compressed and would become too large

  void add(const ObjectRemarks &more);
  /// As sentences.
  [[nodiscard]] std::vector<std::string> notes() const;
};

/// What to decode. Immutable once made; may be read by several threads. The file has to live longer.
class ObjectPlan {
public:
  /// `scanned`: of all ranges, in order.
  ObjectPlan(const ObjectFile &file, std::vector<ScannedRange> scanned, const RegionSelection &selection);
  ObjectPlan(ObjectPlan &&) noexcept;
  ObjectPlan &operator=(ObjectPlan &&) noexcept;
  ~ObjectPlan();

  /// How many groups of functions there are to decode, and the bytes of code in each.
  [[nodiscard]] std::size_t group_count() const;
  [[nodiscard]] std::size_t group_bytes(std::size_t group) const;
  [[nodiscard]] const ObjectRemarks &remarks() const;
  [[nodiscard]] std::vector<UnmatchedName> unmatched() const;
  /// Which groups have code of annotated statements; of these, all files that code is of.
  [[nodiscard]] AnnotatedCode annotated_code(const AnnotatedSources &sources) const;
  /// For when no group has a loop.
  [[nodiscard]] Error nothing() const;

  struct State;
  [[nodiscard]] const State &state() const { return *state_; }

private:
  std::unique_ptr<const State> state_;
};

/// What one thread needs; not for several at a time.
class ObjectDecoder {
public:
  explicit ObjectDecoder(const DecodeOptions &options);
  ObjectDecoder(ObjectDecoder &&) noexcept;
  ~ObjectDecoder();

  [[nodiscard]] ScannedRange scan(const ObjectFile &file, std::size_t range, ScanFor purpose = ScanFor::loops);
  /// The kernels of one group, in the order of addresses; there may be none. `notes` stays empty. Errors: markers
  /// without their partner.
  [[nodiscard]] Expected<DecodedInput> decode(const ObjectPlan &plan, std::size_t group);
  /// Its loops, outer ones too, of a linked file; in the order of their first blocks.
  [[nodiscard]] Expected<std::vector<ProgramLoop>> loops(const ObjectPlan &plan, std::size_t group);
  /// The loops of one group that belong to annotations of the sources.
  [[nodiscard]] Expected<AnnotatedGroup> annotated(const ObjectPlan &plan, std::size_t group,
                                                   const AnnotatedSources &sources);

private:
  struct State;
  std::unique_ptr<State> state_;
};

// The functions of a program, and the loops of some of them: what samples of a running program are held against.

class ProgramReader {
public:
  /// A program or shared library. Errors: as those of ObjectFile::open, or it has not been linked yet.
  [[nodiscard]] static Expected<ProgramReader> open(std::string_view bytes, const std::string &name,
                                                    std::string_view debug_bytes = {});
  ProgramReader(ProgramReader &&) noexcept;
  ~ProgramReader();

  [[nodiscard]] std::vector<ProgramFunction> functions() const;
  /// The loops of the functions with these symbols, and of what jumps into their middle, in the order of addresses. And
  /// who calls them.
  [[nodiscard]] Expected<ProgramCode> code_of(const std::vector<std::string> &functions) const;
  /// Unknown without line tables.
  [[nodiscard]] SourceLocation place_of(std::uint64_t address) const;

private:
  struct State;
  explicit ProgramReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

} // namespace osaca
