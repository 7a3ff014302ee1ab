// Objects, programs and libraries of any system: their functions, and the loops in these functions. LLVM's types do not
// appear in this interface.
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

// Annotated statements of the sources, and the loops of an object that were generated from them.

/// The loop statements of the sources, and the files of the object that they belong to.
struct AnnotatedSources {
  StatementTable statements;
  std::vector<std::string> names;  ///< by source number: the name that the object uses
  std::vector<int> source_of_file; ///< by file number (ObjectFile::source_files()): the source number, or -1
};

/// One loop of the machine code.
struct AnnotatedLoop {
  int annotation = -1;
  StatementCopy copy;
  int first_kernel = 0; ///< index into the kernels of AnnotatedGroup::input
  int kernel_count = 0; ///< one kernel per path
  /// Indices of other loops of the same statement that control can reach from this one, within one iteration of the
  /// enclosing loop. Empty if there are too many loops to find out.
  std::optional<std::set<int>> leads_to = {};
};

/// The code of an annotated statement in the functions of a group, whether or not it is still a loop.
struct AnnotationRemains {
  std::string function; ///< the function that contains the instruction with the lowest address
  int located_instructions = 0;
  bool has_annotated_loops = false; ///< some are in loops that have annotations nearer to them
  int in_other_loops = 0;           ///< of `located_instructions`: those in loops of other statements
  std::set<std::string> callees;
};

/// The annotated loops of one group of functions. Functions that jump into each other form a group, and are decoded
/// together.
struct AnnotatedGroup {
  DecodedInput input;
  std::vector<AnnotatedLoop> loops;
  std::map<int, AnnotationRemains> remains; ///< by annotation
};

/// The groups of functions with annotated code, and numbers of the files that this code comes from.
struct AnnotatedCode {
  std::vector<std::size_t> groups;
  std::set<std::uint32_t> files;
  std::map<int, std::set<int>> lines = {}; ///< by number of an annotated source: the lines of which a function has code
};

// Objects, programs and libraries of any system (ELF, COFF, Mach-O) and size, decoded in steps that several threads can
// share: open the file, scan its functions, then decode those with loops, a few at a time.

/// The 16 bytes of the MD5 sum, as in LineFile::md5.
[[nodiscard]] std::string md5_of(std::string_view bytes);

/// Immutable after opening. Several threads may read it.
class ObjectFile {
public:
  /// Errors: the file cannot be read, the CPU is not supported, or the object is for link-time optimisation. `name` is
  /// used in messages. `debug_bytes` holds a file with the names and lines of a linked one, of the same system (ELF, a
  /// program database, the file in a .dSYM); its unreadable parts are ignored. `with_inlining`: inlined calls are read,
  /// too.
  [[nodiscard]] static Expected<ObjectFile> open(std::string_view bytes, const std::string &name,
                                                 std::string_view debug_bytes = {}, bool with_inlining = false);
  ObjectFile(ObjectFile &&) noexcept;
  ObjectFile &operator=(ObjectFile &&) noexcept;
  ~ObjectFile();

  [[nodiscard]] Isa isa() const;
  [[nodiscard]] const std::string &name() const;
  /// The number of ranges to scan, and the bytes of code in each.
  [[nodiscard]] std::size_t range_count() const;
  [[nodiscard]] std::size_t range_bytes(std::size_t range) const;
  /// The files of its line tables. Number 0 is the unknown file.
  [[nodiscard]] const std::vector<LineFile> &source_files() const;

  struct State;
  [[nodiscard]] const State &state() const { return *state_; }

private:
  explicit ObjectFile(std::unique_ptr<const State> state);
  std::unique_ptr<const State> state_;
};

/// What a scan records. Calls are numerous, and only samples of programs need them.
enum class ScanFor { loops, loops_and_calls };

/// The functions that a scan found in one range.
struct ScannedRange {
  ScannedRange();
  ScannedRange(ScannedRange &&) noexcept;
  ScannedRange &operator=(ScannedRange &&) noexcept;
  ~ScannedRange();
  struct Functions;
  std::unique_ptr<Functions> functions;
};

/// Remarks on the functions of one object or several.
struct ObjectRemarks {
  std::set<std::string> with_unknown_jumps; ///< functions with jumps through tables or pointers
  std::set<std::string> with_data;          ///< functions in which bytes that are no instructions were skipped
  std::uint64_t skipped_bytes = 0;          ///< number of bytes that were skipped, in functions and between them
  int objects = 1;
  int without_lines = 0;     ///< objects that have no line tables
  int lines_in_database = 0; ///< of `without_lines`: Windows programs without their program database
  int lines_in_objects = 0;  ///< of `without_lines`: macOS programs whose lines dsymutil would collect
  int refused_lines = 0;     ///< objects whose line tables are compressed and would become too large

  void add(const ObjectRemarks &more);
  /// The remarks as sentences.
  [[nodiscard]] std::vector<std::string> notes() const;
};

/// The functions to decode. Immutable after construction; several threads may read it. The file must outlive it.
class ObjectPlan {
public:
  /// `scanned` has the results of all ranges, in order.
  ObjectPlan(const ObjectFile &file, std::vector<ScannedRange> scanned, const RegionSelection &selection);
  ObjectPlan(ObjectPlan &&) noexcept;
  ObjectPlan &operator=(ObjectPlan &&) noexcept;
  ~ObjectPlan();

  /// The number of groups of functions to decode, and the bytes of code in each.
  [[nodiscard]] std::size_t group_count() const;
  [[nodiscard]] std::size_t group_bytes(std::size_t group) const;
  [[nodiscard]] const ObjectRemarks &remarks() const;
  [[nodiscard]] std::vector<UnmatchedName> unmatched() const;
  [[nodiscard]] const std::vector<NamedFunction> &named() const;
  /// The groups that contain code of annotated statements, and all files that the code of these groups comes from.
  [[nodiscard]] AnnotatedCode annotated_code(const AnnotatedSources &sources) const;
  /// The error to report if no group has a loop.
  [[nodiscard]] Error nothing() const;

  struct State;
  [[nodiscard]] const State &state() const { return *state_; }

private:
  std::unique_ptr<const State> state_;
};

/// Scans and decodes functions. Must not be used by several threads at a time, so each thread has its own decoder.
class ObjectDecoder {
public:
  explicit ObjectDecoder(const DecodeOptions &options);
  ObjectDecoder(ObjectDecoder &&) noexcept;
  ~ObjectDecoder();

  [[nodiscard]] ScannedRange scan(const ObjectFile &file, std::size_t range, ScanFor purpose = ScanFor::loops);
  /// The kernels of one group in the order of addresses; the result may be empty. `notes` stays empty. Errors: a marker
  /// without its counterpart.
  [[nodiscard]] Expected<DecodedInput> decode(const ObjectPlan &plan, std::size_t group);
  /// The loops of one group of a linked file, including outer ones, in the order of their first blocks.
  [[nodiscard]] Expected<std::vector<ProgramLoop>> loops(const ObjectPlan &plan, std::size_t group);
  /// The loops of one group that belong to annotated statements.
  [[nodiscard]] Expected<AnnotatedGroup> annotated(const ObjectPlan &plan, std::size_t group,
                                                   const AnnotatedSources &sources);

private:
  struct State;
  std::unique_ptr<State> state_;
};

// The functions of a program and the loops of some of them, for comparison with samples of the running program.

/// Reads the functions and loops of a program on request.
class ProgramReader {
public:
  /// Opens a program or shared library. Errors: those of ObjectFile::open, or the file is not linked.
  [[nodiscard]] static Expected<ProgramReader> open(std::string_view bytes, const std::string &name,
                                                    std::string_view debug_bytes = {});
  ProgramReader(ProgramReader &&) noexcept;
  ~ProgramReader();

  [[nodiscard]] std::vector<ProgramFunction> functions() const;
  /// The loops of the functions with these symbols, in the order of addresses, and the calls of these functions. Code
  /// that jumps into the middle of such a function is included.
  [[nodiscard]] Expected<ProgramCode> code_of(const std::vector<std::string> &functions) const;
  /// The source location of an address; unknown if there are no line tables.
  [[nodiscard]] SourceLocation place_of(std::uint64_t address) const;

private:
  struct State;
  explicit ProgramReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

} // namespace osaca
