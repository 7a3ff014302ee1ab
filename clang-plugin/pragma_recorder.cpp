// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pragma_recorder.h"

#include "pragma_limits.h"

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
      if (rest.size() > pragma_limits::most_text_bytes)
        continue;
      if (!rest.empty() && token.hasLeadingSpace())
        rest += ' ';
      rest += preprocessor.getSpelling(token);
    }
    note(introducer.Loc, word, std::move(rest));
  }

private:
  void note(clang::SourceLocation place, const std::string &word, std::string rest) {
    if (word != "analyze") {
      complain(place, pragma_limits::complaint(word));
    } else if (into_.places.size() >= pragma_limits::most_per_unit) {
      if (!std::exchange(said_too_many_, true))
        into_.complaints.push_back({place, pragma_limits::too_many()});
    } else {
      into_.places.push_back(place);
      into_.expectations.push_back(std::move(rest));
    }
  }

  void complain(clang::SourceLocation place, std::string text) {
    if (into_.complaints.size() < pragma_limits::most_complaints)
      into_.complaints.push_back({place, std::move(text)});
  }

  RecordedPragmas &into_;
  bool said_too_many_ = false;
};

} // namespace

void record_pragmas(clang::Preprocessor &preprocessor, RecordedPragmas &into) {
  preprocessor.AddPragmaHandler(new Handler(into));
}

} // namespace osaca::clang_plugin
