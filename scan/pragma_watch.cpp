#include "scan/parsed_unit.h"

#include <clang/Lex/Pragma.h>

namespace osaca::scan {

namespace tok = clang::tok;

class AnalyzePragma : public clang::PragmaHandler {
public:
  explicit AnalyzePragma(std::shared_ptr<PragmaWatch> watch) : PragmaHandler("analyze"), watch_(std::move(watch)) {}

  void HandlePragma(clang::Preprocessor &, clang::PragmaIntroducer introducer, clang::Token &) override {
    watch_->on_pragma(introducer);
  }

private:
  std::shared_ptr<PragmaWatch> watch_;
};

std::shared_ptr<PragmaWatch> PragmaWatch::install(clang::Preprocessor &preprocessor, FileTable &files,
                                                  ScannedLoops &findings) {
  std::shared_ptr<PragmaWatch> watch(new PragmaWatch(files, findings));
  preprocessor.AddPragmaHandler("osaca", new AnalyzePragma(watch)); // the preprocessor owns it
  preprocessor.setTokenWatcher([watch](const clang::Token &token) {
    if (watch->state_ != State::idle)
      watch->on_token(token);
  });
  return watch;
}

void PragmaWatch::on_pragma(clang::PragmaIntroducer introducer) {
  state_ = State::expecting;
  const std::optional<Place> place = files_.place(introducer.Loc);
  if (!place)
    return;
  pending_.push_back({.place = *place,
                      .is_operator = introducer.Kind == clang::PIK__Pragma,
                      .in_macro = introducer.Loc.isMacroID(),
                      .editable = files_.is_editable(introducer.Loc),
                      .loop = std::nullopt});
}

void PragmaWatch::settle(const std::optional<Place> &loop) {
  for (Pragma &pragma : pending_) {
    pragma.loop = loop;
    findings_.add(pragma);
  }
  pending_.clear();
}

void PragmaWatch::expect(const clang::Token &token) {
  state_ = State::idle;
  if (token.isOneOf(tok::kw_for, tok::kw_while, tok::kw_do)) {
    keywords_.insert(token.getLocation().getRawEncoding());
    settle(files_.place(token.getLocation()));
  } else if (token.isOneOf(tok::annot_pragma_openmp, tok::annot_pragma_openacc))
    state_ = State::in_pragma;
  else if (token.isAnnotation() || token.isOneOf(tok::kw___attribute, tok::kw___extension__))
    state_ = State::expecting;
  else if (token.isOneOf(tok::l_square, tok::l_paren)) {
    state_ = State::in_brackets;
    open_brackets_ = 1;
  } else if (token.isOneOf(tok::identifier, tok::kw_default))
    state_ = State::after_name;
  else if (token.is(tok::kw_case))
    state_ = State::in_case;
}

void PragmaWatch::on_token(const clang::Token &token) {
  advance(token);
  if (state_ == State::idle)
    settle(std::nullopt);
}

void PragmaWatch::advance(const clang::Token &token) {
  switch (state_) {
  case State::expecting: expect(token); return;
  case State::in_brackets:
    if (token.isOneOf(tok::l_square, tok::l_paren))
      ++open_brackets_;
    else if (token.isOneOf(tok::r_square, tok::r_paren) && --open_brackets_ == 0)
      state_ = State::expecting;
    else if (token.isOneOf(tok::semi, tok::eof))
      state_ = State::idle;
    return;
  case State::in_pragma:
    if (token.isOneOf(tok::annot_pragma_openmp_end, tok::annot_pragma_openacc_end))
      state_ = State::expecting;
    return;
  case State::after_name: state_ = token.is(tok::colon) ? State::expecting : State::idle; return;
  case State::in_case:
    if (token.is(tok::colon))
      state_ = State::expecting;
    else if (token.isOneOf(tok::semi, tok::eof))
      state_ = State::idle;
    return;
  case State::idle: return;
  }
}

} // namespace osaca::scan
