// The sources of one object: their loop statements and annotations.
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

// The loop statements of a source and its annotations, told from the text alone: of C and C++ by
// plugin-common/annotated_loops.h, of Fortran by plugin-common/fortran_directives.h.

struct TextAnnotation {
  TextPosition place;
  int loop = -1; ///< index of the loop statement that it stands before; -1: something else follows
  std::string clauses;
};

struct AnnotatedText {
  std::vector<LoopStatement> loops; ///< by where they begin
  std::vector<TextAnnotation> annotations;
  bool is_cut_off = false; ///< there is more in the text than was looked at
};

/// False: there is none in it. Fast.
[[nodiscard]] bool may_be_annotated(std::string_view file_name, std::string_view text);

/// The name's ending tells the language; what is known to be none of them (assembly, Rust) has no statements.
[[nodiscard]] AnnotatedText read_annotated_text(const std::string &file_name, std::string_view text);

// The sources of one object: which are annotated, and where their loop statements are.

/// An annotation, as it stands in the source, or a loop statement that is asked for because all are.
struct SourceAnnotation {
  SourceLocation place; ///< of the loop statement, else of the annotation itself
  bool has_loop = false;
  bool is_repeated = false;
  std::string clauses;
  capture::AnnotationKind kind = capture::AnnotationKind::pragma;
  bool is_innermost = false; ///< the statement has no other in it
  bool may_be_quoted = true; ///< as in SourceText
};

class ProgramSources {
public:
  /// `all`: every loop statement is asked for, but for those of headers that come with the system.
  ProgramSources(const InputFile &program, const std::vector<LineFile> &files, const SourceFinder &finder, bool all);

  /// Looks at all files for annotations.
  void find_annotations();
  /// The loop statements of these files too: code of annotated loops may have been inlined from there.
  void read_statements(const std::set<std::uint32_t> &files);

  [[nodiscard]] const AnnotatedSources &annotated() const { return annotated_; }
  [[nodiscard]] const std::vector<SourceAnnotation> &annotations() const { return annotations_; }
  /// What was not seen.
  [[nodiscard]] std::vector<std::string> notes() const;

private:
  struct Some { ///< of files that something is to be said of
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
