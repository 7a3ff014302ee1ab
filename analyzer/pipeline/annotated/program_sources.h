// The source files of one object, with their loop statements and annotations.
#pragma once

#include "decode/object/object_file.h"
#include "osaca/annotated_loops.h"
#include "osaca/capture.h"
#include "source/loop_statements.h"

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace osaca {

// The loop statements and annotations of a source, found by reading its text without a compiler.
// plugin-common/annotated_loops.h does this for C and C++, and plugin-common/fortran_directives.h for Fortran.

struct FunctionLines {
  int first = 0;
  int last = 0;
};

struct TextAnnotation {
  TextPosition place;
  int loop = -1;             ///< index of the statement after the annotation; -1: none follows
  bool is_statement = false; ///< that statement is no loop; its loops are in it, or in functions inlined into it
  bool is_plain = false;     ///< a statement without calls and loops, so it has loops only if operators do
  std::optional<FunctionLines> function = {}; ///< that contains it; empty: unknown
  std::string clauses;
};

struct AnnotatedText {
  std::vector<LoopStatement> loops; ///< sorted by position; also the annotated statements that are no loops
  std::vector<TextAnnotation> annotations;
  bool is_cut_off = false; ///< the text is longer than the part that was read
};

/// A fast check; false: the text has no annotation.
[[nodiscard]] bool may_be_annotated(std::string_view file_name, std::string_view text);

/// The language is determined by the file's extension. Files in other languages (assembly, Rust) have no statements.
[[nodiscard]] AnnotatedText read_annotated_text(const std::string &file_name, std::string_view text);

// The sources of one object: which of them are annotated, and where their loop statements are.

/// An annotation in the source. If all loops are requested, each loop statement without an annotation gets an entry,
/// too.
struct SourceAnnotation {
  SourceLocation place;      ///< of the statement; of the annotation itself if none follows
  bool has_loop = false;     ///< a loop follows, or another statement that is not plain
  bool is_statement = false; ///< as in TextAnnotation
  bool is_repeated = false;
  std::string clauses;
  capture::AnnotationKind kind = capture::AnnotationKind::pragma;
  bool is_innermost = false;                  ///< the statement contains no other loop
  bool may_be_quoted = true;                  ///< as in SourceText
  int source = -1;                            ///< number of the source
  std::optional<FunctionLines> function = {}; ///< as in TextAnnotation
};

class ProgramSources {
public:
  /// `all`: every loop statement is requested, except in headers of the system.
  ProgramSources(const InputFile &program, const std::vector<LineFile> &files, const SourceFinder &finder, bool all);

  /// Searches all files for annotations.
  void find_annotations();
  /// Also reads the loop statements of these files, because code of annotated loops may have been inlined from them.
  void read_statements(const std::set<std::uint32_t> &files);

  [[nodiscard]] const AnnotatedSources &annotated() const { return annotated_; }
  [[nodiscard]] const std::vector<SourceAnnotation> &annotations() const { return annotations_; }
  /// What was not read, and why.
  [[nodiscard]] std::vector<std::string> notes() const;

private:
  struct Some { ///< files that a note is about
    int count = 0;
    std::string first;
    void add(const std::string &name) { first = count++ == 0 ? name : first; }
  };
  [[nodiscard]] std::optional<SourceText> text_of(const LineFile &file);
  void add_annotated(std::uint32_t file, const SourceText &source);
  [[nodiscard]] bool wants_all_of(const LineFile &file) const;
  std::vector<int> ask_for_others(const SourceText &source, const std::vector<LoopStatement> &loops,
                                  const std::vector<int> &annotations);
  [[nodiscard]] int number_of(const SourceText &source);

  const InputFile &program_;
  const std::vector<LineFile> &files_;
  const SourceFinder &finder_;
  bool all_;
  AnnotatedSources annotated_;
  std::vector<SourceAnnotation> annotations_;
  std::unordered_map<std::string, int> numbers_; ///< by identity
  std::size_t left_bytes_ = std::size_t{4} << 30U;
  Some missing_;
  Some changed_;
  Some newer_;
  Some too_much_;
};

} // namespace osaca
