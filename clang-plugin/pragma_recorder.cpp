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
    std::string rest;
    for (; token.isNot(clang::tok::eod); preprocessor.LexUnexpandedToken(token)) {
      if (!rest.empty() && token.hasLeadingSpace())
        rest += ' ';
      rest += preprocessor.getSpelling(token);
    }
    note(introducer.Loc, word, std::move(rest));
  }

private:
  void note(clang::SourceLocation place, const std::string &word, std::string rest) {
    if (word == "analyze") {
      into_.places.push_back(place);
      into_.expectations.push_back(std::move(rest));
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
