// Objects, programs and libraries of any system (ELF, COFF, Mach-O) and size, in steps that several threads can share:
// open the file, look over its functions, then decode those that hold loops, a few at a time. No header of this
// interface shows LLVM.
#pragma once

#include "decode/decoder.h"
#include "decode/image/line_file.h"
#include "decode/object/annotated_loops.h"
#include "profile/program_code.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace osaca {

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

} // namespace osaca
