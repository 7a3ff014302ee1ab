// One run of LLVM's parser over one text.
#pragma once

#include "decode/assembly/directives.h"
#include "decode/assembly/recording_streamer.h"

#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCObjectFileInfo.h>
#include <llvm/MC/MCParser/MCAsmParser.h>
#include <llvm/MC/MCParser/MCTargetAsmParser.h>
#include <llvm/Support/SourceMgr.h>

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// What is read, and how.
struct ParsedText {
  std::string &text;                    ///< as LLVM reads it; directives in it are rewritten
  const EditedText &origin;             ///< where the characters of `text` come from
  std::string name;                     ///< for messages
  std::set<char *> openings = {};       ///< where macros and repetitions may begin in `text`
  bool has_directives = true;           ///< it may have some
  bool intel_syntax = false;            ///< from its beginning
  bool has_numbers_with_suffix = false; ///< 0ffh
};

class TextParse {
public:
  TextParse(const LlvmTarget &target, const llvm::MCSubtargetInfo &subtarget, InstructionMaker &maker, ParsedText text);
  TextParse(const TextParse &) = delete;
  TextParse &operator=(const TextParse &) = delete;

  void run();

  /// LLVM complains; there may be several callers.
  void complain(const llvm::SMDiagnostic &diagnostic);

  /// After run(): the directive that was refused, if any.
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

} // namespace osaca
