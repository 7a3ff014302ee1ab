// Our own handlers for directives: they outrank LLVM's, which reject some of what GCC writes (`.loc ... view`), would
// read files (`.include`), or loop as often as the input says (`.dcb`).
#pragma once

#include "decode/assembly/recording_streamer.h"

#include <llvm/MC/MCParser/MCAsmParserExtension.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace osaca {

class Directives : public llvm::MCAsmParserExtension {
public:
  /// `openings`: where macros and repetitions may begin in the text that the parser reads.
  Directives(RecordingStreamer &streamer, InputPositions &positions, std::set<char *> openings)
      : streamer_(streamer), positions_(positions), openings_(std::move(openings)) {}

  void Initialize(llvm::MCAsmParser &parser) override;

  /// The first directive that was refused, if any.
  [[nodiscard]] const std::optional<osaca::Error> &refused() const { return refused_; }
  /// LLVM knows no directive of this name. It may be one of those that were taken from it, in capitals.
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

} // namespace osaca
