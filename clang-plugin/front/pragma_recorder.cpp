// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "front/pragma_recorder.h"

#include "front/functions.h"
#include "loop_requests.h"

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
      into_.are_attributes.push_back(false);
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

namespace {

bool is_analysable(const LoopExtent &extent) { return extent.can_become_code() && !extent.in_system_header; }

bool is_named(const clang::FunctionDecl &function, const std::string &name) {
  if (function.getDeclName().isIdentifier() && function.getName() == name)
    return true;
  return qualified_name(function) == name;
}

/// Whether one of the functions that contain the loop is among `names`.
bool is_in_named_function(const LoopExtent &extent, const std::vector<std::string> &names) {
  for (const clang::FunctionDecl *instance : extent.instances)
    for (const std::string &name : names)
      if (is_named(*instance, name))
        return true;
  return false;
}

/// The names of all functions count, also of those without loops.
NamesInUnit names_in_unit(const LoopExtents &extents, const std::vector<std::string> &names) {
  NamesInUnit unit;
  if (names.empty())
    return unit;
  for (const clang::FunctionDecl *function : extents.functions()) {
    if (function->getDeclName().isIdentifier())
      unit.functions.insert(function->getName().str());
    for (const std::string &name : names)
      if (is_named(*function, name))
        unit.met.insert(name);
  }
  return unit;
}

} // namespace

UserRequests find_requests(LoopExtents &extents, const RecordedPragmas &pragmas, const Arguments &arguments) {
  const std::vector<int> bound = extents.bind();
  std::vector<BoundPragma> asked;
  std::vector<clang::SourceLocation> begins;
  for (const int loop : bound)
    begins.push_back(loop < 0 ? clang::SourceLocation() : extents[loop].first);
  const std::vector<int> statements = extents.statements().bind(begins);
  for (std::size_t p = 0; p < pragmas.places.size(); ++p) {
    BoundPragma pragma{statements[p] < 0 ? bound[p] : -1, pragmas.expectations[p]};
    pragma.statement = statements[p];
    asked.push_back(std::move(pragma));
  }
  std::vector<SourceLoop> loops;
  for (const LoopExtent &extent : extents.all()) {
    const bool may_be_requested = is_analysable(extent);
    const bool is_in_named = may_be_requested && is_in_named_function(extent, arguments.functions);
    loops.push_back({extent.parent, extent.has_inner, may_be_requested, is_in_named, extent.runs_once});
  }
  UserRequests result{LoopRequests(asked, std::move(loops), arguments.all),
                      names_in_unit(extents, arguments.functions)};
  result.names.has_loops = !result.loops.requests().empty();
  return result;
}

clang::SourceLocation location_of(const LoopRequest &request, const LoopExtents &extents,
                                  const RecordedPragmas &pragmas) {
  if (request.has_statement())
    return extents.statements()[request.statement].first;
  return request.has_loop() ? extents[request.loop].first : pragmas.places[request.pragma];
}

} // namespace osaca::clang_plugin
