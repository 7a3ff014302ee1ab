// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pragma_recorder.h"

namespace osaca::clang_plugin {
namespace {

class Handler final : public clang::PragmaHandler {
public:
  explicit Handler(RecordedPragmas &into) : PragmaHandler("osaca"), into_(into) {}

  void HandlePragma(clang::Preprocessor &preprocessor, clang::PragmaIntroducer introducer,
                    clang::Token & /*osaca*/) override {
    clang::Token token;
    preprocessor.LexUnexpandedToken(token);
    const std::string word = token.is(clang::tok::eod) ? "" : preprocessor.getSpelling(token);
    if (token.isNot(clang::tok::eod))
      preprocessor.LexUnexpandedToken(token);
    const bool has_more = token.isNot(clang::tok::eod);
    while (token.isNot(clang::tok::eod))
      preprocessor.LexUnexpandedToken(token);
    note(introducer.Loc, word, has_more);
  }

private:
  void note(clang::SourceLocation place, const std::string &word, bool has_more) {
    if (word == "analyze") {
      if (has_more)
        into_.complaints.push_back({place, "extra words after '#pragma osaca analyze' are ignored"});
      into_.places.push_back(place);
    } else if (word.empty()) {
      into_.complaints.push_back({place, "'#pragma osaca' is ignored; write '#pragma osaca analyze'"});
    } else {
      into_.complaints.push_back(
          {place, "unknown '#pragma osaca " + word + "' is ignored; did you mean '#pragma osaca analyze'?"});
    }
  }

  RecordedPragmas &into_;
};

} // namespace

void record_pragmas(clang::Preprocessor &preprocessor, RecordedPragmas &into) {
  preprocessor.AddPragmaHandler(new Handler(into));
}

} // namespace osaca::clang_plugin
