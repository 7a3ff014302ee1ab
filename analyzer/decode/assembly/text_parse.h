// Parses a text with LLVM's parser and our own directive handlers. Intel syntax is rewritten before the parser runs,
// and marker comments are added afterwards.
#pragma once

#include "decode/assembly/recording_streamer.h"
#include "loops/statement.h"

#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCObjectFileInfo.h>
#include <llvm/MC/MCParser/MCAsmParser.h>
#include <llvm/MC/MCParser/MCAsmParserExtension.h>
#include <llvm/MC/MCParser/MCTargetAsmParser.h>
#include <llvm/Support/SourceMgr.h>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

// Our own directive handlers, which take precedence over LLVM's. LLVM's handlers reject some directives that GCC writes
// (`.loc ... view`), would read files (`.include`), or would loop as often as the input says (`.dcb`).

class Directives : public llvm::MCAsmParserExtension {
public:
  /// `openings`: the positions at which macros and repetitions may begin in the text. Those at other positions are
  /// refused, because their size was not counted (see MacroBudget).
  Directives(RecordingStreamer &streamer, InputPositions &positions, std::set<char *> openings)
      : streamer_(streamer), positions_(positions), openings_(std::move(openings)) {}

  void Initialize(llvm::MCAsmParser &parser) override;

  /// The first directive that was refused, if any.
  [[nodiscard]] const std::optional<osaca::Error> &refused() const { return refused_; }
  /// Called for a directive that LLVM does not know. It may be one of ours, written in capitals.
  void on_unknown(const char *at);

private:
  using Handler = bool (*)(llvm::MCAsmParserExtension *, llvm::StringRef, llvm::SMLoc);
  struct Section {
    std::string name;
    bool executable;
  };

  bool skip(llvm::StringRef directive, llvm::SMLoc at);
  bool refuse(llvm::StringRef directive, llvm::SMLoc at);
  bool expand(llvm::StringRef directive, llvm::SMLoc at);
  void refuse_expansion(llvm::SMLoc at);
  void refuse_file(llvm::StringRef directive, llvm::SMLoc at);
  bool file(llvm::StringRef directive, llvm::SMLoc at);
  bool location(llvm::StringRef directive, llvm::SMLoc at);
  bool preferred_alignment(llvm::StringRef directive, llvm::SMLoc at);
  bool type(llvm::StringRef directive, llvm::SMLoc at);
  bool symbol_of_coff(llvm::StringRef directive, llvm::SMLoc at);
  bool section(llvm::StringRef directive, llvm::SMLoc at);
  bool plain_section(llvm::StringRef directive, llvm::SMLoc at);
  bool push_section(llvm::StringRef directive, llvm::SMLoc at);
  bool pop_section(llvm::StringRef directive, llvm::SMLoc at);
  bool previous_section(llvm::StringRef directive, llvm::SMLoc at);

  std::string_view rest_of_line();
  void switch_to(Section section);
  void skip_debug_text();

  RecordingStreamer &streamer_;
  InputPositions &positions_;
  std::set<char *> openings_;
  std::map<int, std::string> files_;
  Section current_{".text", true};
  Section previous_{".text", true};
  std::vector<std::pair<Section, Section>> stack_;
  std::optional<osaca::Error> refused_;
};

// One run of LLVM's parser over one text.

/// The text to parse, and its properties.
struct ParsedText {
  std::string &text;                    ///< the text that LLVM reads; some directives in it are overwritten
  const EditedText &origin;             ///< maps positions in `text` to the original
  std::string name;                     ///< for messages
  std::set<char *> openings = {};       ///< positions in `text` where macros and repetitions may begin
  bool has_directives = true;           ///< the text may contain directives
  bool intel_syntax = false;            ///< from the beginning of the text
  bool has_numbers_with_suffix = false; ///< numbers such as 0ffh
};

class TextParse {
public:
  TextParse(const LlvmTarget &target, const llvm::MCSubtargetInfo &subtarget, InstructionMaker &maker, ParsedText text);
  TextParse(const TextParse &) = delete;
  TextParse &operator=(const TextParse &) = delete;

  void run();

  /// Receives LLVM's diagnostics. Several components of LLVM call it.
  void complain(const llvm::SMDiagnostic &diagnostic);

  /// Valid after run(): the directive that was refused, if any.
  [[nodiscard]] const std::optional<Error> &refused() const { return directives_.refused(); }
  [[nodiscard]] const std::vector<llvm::MCInst> &instructions() const { return streamer_.recorded(); }
  [[nodiscard]] ParsedUnit take_unit() &&;

private:
  void stop(std::string why);
  [[nodiscard]] bool is_instruction_line(const char *at) const;

  const llvm::MCSubtargetInfo &subtarget_;
  ParsedText text_;
  InputPositions positions_;
  llvm::SourceMgr sources_;
  llvm::MCContext context_;
  std::unique_ptr<llvm::MCObjectFileInfo> sections_;
  RecordingStreamer streamer_;
  std::unique_ptr<llvm::MCAsmParser> parser_;
  std::unique_ptr<llvm::MCTargetAsmParser> instructions_;
  Directives directives_;
  std::vector<Error> problems_;
  int last_problem_line_ = -1;
  bool is_stopped_ = false;
};

/// x86 text in Intel syntax, with the spellings of GCC and older Clang replaced by those that LLVM's parser accepts.
/// Every character keeps its position, so positions in the result are also positions in `text`. Text without such
/// spellings is unchanged.
[[nodiscard]] std::string with_intel_syntax_llvm_reads(std::string_view text);

/// Adds the comments of `text` that contain "OSACA" or "LLVM-MCA" to the statements of `unit`, at the positions given
/// by their line numbers. The comments are searched in the text, because the parser delivers some comments more than
/// once and others not at all.
void insert_marker_comments(ParsedUnit &unit, std::string_view text);

} // namespace osaca
