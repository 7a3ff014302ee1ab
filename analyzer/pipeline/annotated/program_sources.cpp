#include "pipeline/annotated/program_sources.h"

#include "base/format.h"
#include "base/index.h"
#include "base/source_language.h"
#include "base/source_location.h"
#include "plugin-common/annotated_loops.h"
#include "plugin-common/fortran_directives.h"
#include "plugin-common/statement_span.h"

#include <algorithm>
#include <array>
#include <climits>
#include <map>
#include <numeric>

namespace osaca {

namespace {

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

TextPosition position(const source::Place &place) { return {place.line, place.column}; }

/// Sorts the loops by position, and derives their parents from it.
void sort_loops(AnnotatedText &text) {
  std::vector<int> order(text.loops.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](int a, int b) {
    const LoopStatement &first = text.loops[at(a)];
    const LoopStatement &second = text.loops[at(b)];
    return first.begin != second.begin ? first.begin < second.begin : second.end < first.end;
  });
  std::vector<int> number(order.size());
  std::vector<LoopStatement> sorted;
  std::vector<int> around;
  for (const int old : order) {
    number[at(old)] = static_cast<int>(sorted.size());
    while (!around.empty() && sorted[at(around.back())].end < text.loops[at(old)].begin)
      around.pop_back();
    sorted.push_back(text.loops[at(old)]);
    sorted.back().parent = around.empty() ? -1 : around.back();
    around.push_back(number[at(old)]);
  }
  text.loops = std::move(sorted);
  for (TextAnnotation &annotation : text.annotations)
    if (annotation.loop >= 0)
      annotation.loop = number[at(annotation.loop)];
}

/// Adds the statements after pragmas that no loop follows. Their loops are in functions that were inlined into them, or
/// inside of them.
void add_statements(std::string_view text, const source::AnnotatedSource &found, AnnotatedText &made) {
  const std::vector<source::TextPragma> &pragmas = found.pragmas;
  std::map<TextPosition, int> known;
  long tokens_left = source::most_statement_tokens;
  for (std::size_t p = 0; p < pragmas.size() && known.size() < source::most_statements; ++p) {
    if (pragmas[p].loop >= 0)
      continue;
    const auto span = source::statement_after(text, {.at = pragmas[p].after}, tokens_left);
    if (!span)
      continue;
    const auto next =
        std::upper_bound(found.loops.begin(), found.loops.end(), span->first,
                         [](const source::Place &place, const source::LoopSpan &loop) { return place < loop.first; });
    const bool has_loop = next != found.loops.end() && !(span->last < next->last);
    const auto [statement, is_new] = known.emplace(position(span->first), static_cast<int>(made.loops.size()));
    if (is_new)
      made.loops.push_back({position(span->first), position(span->last), -1, position(span->first)});
    made.annotations[p].loop = statement->second;
    made.annotations[p].is_statement = true;
    made.annotations[p].is_plain = !span->has_calls && !has_loop;
  }
  if (!known.empty())
    sort_loops(made);
}

/// The lines of the function that contains each annotation. A statement outside of functions can only define one.
void add_functions(const std::vector<source::BracedBlock> &blocks, AnnotatedText &made) {
  std::vector<source::BracedBlock> functions; // the outermost ones, which do not overlap
  for (const source::BracedBlock &block : blocks)
    if (block.is_function && block.last.line > 0 && (functions.empty() || functions.back().last < block.first))
      functions.push_back(block);
  for (TextAnnotation &annotation : made.annotations) {
    const source::Place place{annotation.place.line, annotation.place.column};
    const auto next =
        std::upper_bound(functions.begin(), functions.end(), place,
                         [](const source::Place &p, const source::BracedBlock &block) { return p < block.first; });
    if (next != functions.begin() && place < std::prev(next)->last)
      annotation.function = {std::prev(next)->first.line, std::prev(next)->last.line};
    else if (annotation.is_statement)
      annotation.function = {made.loops[at(annotation.loop)].begin.line, made.loops[at(annotation.loop)].end.line};
  }
}

AnnotatedText read_like_c(std::string_view with_mark) {
  const std::string_view text = without_byte_order_mark(with_mark);
  source::AnnotatedSource found = source::annotated_loops(text);
  AnnotatedText made;
  made.is_cut_off = !found.is_complete;
  for (const source::LoopSpan &loop : found.loops)
    made.loops.push_back({position(loop.first), position(loop.last), loop.parent, position(loop.first)});
  for (source::TextPragma &pragma : found.pragmas)
    made.annotations.push_back(
        {.place = position(pragma.place), .loop = pragma.loop, .clauses = std::move(pragma.text)});
  add_statements(text, found, made);
  add_functions(found.blocks, made);
  return made;
}

/// Columns matter only if a line contains several statements.
AnnotatedText read_fortran(const std::string &name, std::string_view text) {
  const fortran::Source found = fortran::read_source(text, name, {.form = fortran::form_of(name)});
  AnnotatedText made;
  made.is_cut_off = found.is_cut;
  std::vector<int> loop_of(found.statements.size(), -1);
  std::vector<int> around;
  for (std::size_t s = 0; s < found.statements.size(); ++s) {
    const fortran::Statement &statement = found.statements[s];
    if (statement.first.file != 0 || statement.end.place.file != 0)
      continue;
    const LoopStatement loop{
        {statement.first.line, statement.is_first_on_line ? 1 : statement.first.column},
        {statement.end.place.line, statement.end.is_last_on_line ? INT_MAX : statement.end.place.column},
        -1,
        {statement.first.line, statement.first.column}};
    while (!around.empty() && made.loops[at(around.back())].end < loop.begin)
      around.pop_back();
    loop_of[s] = static_cast<int>(made.loops.size());
    made.loops.push_back(loop);
    made.loops.back().parent = around.empty() ? -1 : around.back();
    around.push_back(loop_of[s]);
  }
  for (const fortran::Directive &directive : found.directives)
    if (directive.word == "analyze")
      made.annotations.push_back({.place = {directive.place.line, directive.place.column},
                                  .loop = directive.statement < 0 ? -1 : loop_of[at(directive.statement)],
                                  .clauses = directive.expectations});
  return made;
}

} // namespace

bool may_be_annotated(std::string_view file_name, std::string_view text) {
  switch (source_language(file_name)) {
  case SourceLanguage::like_c: return source::may_have_pragmas(text);
  case SourceLanguage::fortran:
  case SourceLanguage::fixed_fortran: return true; // reading the directives is just as fast
  case SourceLanguage::other: return false;
  }
  return false;
}

AnnotatedText read_annotated_text(const std::string &file_name, std::string_view text) {
  switch (source_language(file_name)) {
  case SourceLanguage::like_c: return read_like_c(text);
  case SourceLanguage::fortran:
  case SourceLanguage::fixed_fortran: return read_fortran(file_name, text);
  case SourceLanguage::other: return {};
  }
  return {};
}

namespace {

std::string and_others(const std::string &first, int count) {
  return count == 1 ? first : format_text("{} and {} more", first, count - 1);
}

/// Whether the source differs from what the compiler read, if the debug information records that.
bool was_changed(const LineFile &file, const SourceText &source) {
  return !file.md5.empty() && file.md5 != md5_of(source.text);
}

} // namespace

ProgramSources::ProgramSources(const InputFile &program, const std::vector<LineFile> &files, const SourceFinder &finder,
                               bool all)
    : program_(program), files_(files), finder_(finder), all_(all) {
  annotated_.source_of_file.assign(files.size(), -1);
}

/// Also counts the reason if the file cannot be read.
std::optional<SourceText> ProgramSources::text_of(const LineFile &file) {
  if (file.name.empty() || file.name.front() == '<') // <built-in>, <artificial>
    return std::nullopt;
  Expected<SourceText> source = finder_(program_, file.name, file.working_folder);
  if (!source) {
    missing_.add(file.name);
    return std::nullopt;
  }
  if (source->text.size() > left_bytes_) {
    too_much_.add(file.name);
    return std::nullopt;
  }
  left_bytes_ -= source->text.size();
  return std::move(source).value();
}

int ProgramSources::number_of(const SourceText &source) {
  const auto [known, is_new] = numbers_.emplace(source.identity, static_cast<int>(annotated_.names.size()));
  if (is_new)
    annotated_.names.push_back(source.name);
  return known->second;
}

void ProgramSources::find_annotations() {
  for (std::uint32_t file = 1; file < files_.size(); ++file) {
    const std::optional<SourceText> source = text_of(files_[file]);
    if (!source || !(wants_all_of(files_[file]) || may_be_annotated(files_[file].name, source->text)))
      continue;
    const auto known = numbers_.find(source->identity);
    if (known == numbers_.end())
      add_annotated(file, *source);
    else if (was_changed(files_[file], *source)) // other objects were compiled from the current version
      changed_.add(source->name);
    else
      annotated_.source_of_file[file] = known->second;
  }
}

void ProgramSources::add_annotated(std::uint32_t file, const SourceText &source) {
  AnnotatedText found = read_annotated_text(files_[file].name, source.text);
  const bool wants_all = wants_all_of(files_[file]) && !found.loops.empty();
  if (found.annotations.empty() && !wants_all)
    return;
  if (was_changed(files_[file], source)) {
    changed_.add(source.name);
    return;
  }
  if (files_[file].md5.empty() && source.is_newer)
    newer_.add(source.name);
  if (found.is_cut_off)
    too_much_.add(source.name);
  const int number = number_of(source);
  std::vector<int> of_loop(found.loops.size(), -1);
  for (TextAnnotation &annotation : found.annotations) {
    const TextPosition &place =
        annotation.loop >= 0 && !annotation.is_plain ? found.loops[at(annotation.loop)].place : annotation.place;
    const bool is_repeated = annotation.loop >= 0 && of_loop[at(annotation.loop)] >= 0;
    if (annotation.loop >= 0 && !is_repeated)
      of_loop[at(annotation.loop)] = static_cast<int>(annotations_.size());
    annotations_.push_back({.place = {source.name, place.line, place.column},
                            .has_loop = annotation.loop >= 0 && !annotation.is_plain,
                            .is_statement = annotation.is_statement,
                            .is_repeated = is_repeated,
                            .clauses = std::move(annotation.clauses),
                            .may_be_quoted = source.may_be_quoted,
                            .source = number,
                            .function = annotation.function});
  }
  annotated_.source_of_file[file] = number;
  annotated_.statements.add(number, found.loops, of_loop,
                            wants_all ? ask_for_others(source, found.loops, of_loop) : std::vector<int>());
}

/// Returns, for each loop without an annotation, the index of the annotation that was added for it; -1 for other loops.
std::vector<int> ProgramSources::ask_for_others(const SourceText &source, const std::vector<LoopStatement> &loops,
                                                const std::vector<int> &annotations) {
  std::vector<bool> has_inner(loops.size(), false);
  for (const LoopStatement &loop : loops)
    if (loop.parent >= 0)
      has_inner[at(loop.parent)] = true;
  std::vector<int> numbers(loops.size(), -1);
  for (std::size_t l = 0; l < loops.size(); ++l) {
    if (annotations[l] >= 0)
      continue;
    numbers[l] = static_cast<int>(annotations_.size());
    annotations_.push_back({{source.name, loops[l].place.line, loops[l].place.column},
                            true,
                            false,
                            false,
                            "",
                            capture::AnnotationKind::all,
                            !has_inner[l]});
  }
  return numbers;
}

bool ProgramSources::wants_all_of(const LineFile &file) const {
  return all_ && !is_system_header(normal_path(file.working_folder, file.name));
}

void ProgramSources::read_statements(const std::set<std::uint32_t> &files) {
  const Some missing = missing_; // copies of the counts
  for (const std::uint32_t file : files) {
    if (file == 0 || file >= files_.size() || annotated_.source_of_file[file] >= 0)
      continue;
    const std::optional<SourceText> source = text_of(files_[file]);
    if (!source || was_changed(files_[file], *source))
      continue;
    const int number = number_of(*source);
    annotated_.source_of_file[file] = number;
    if (annotated_.statements.knows(number))
      continue;
    const std::vector<LoopStatement> loops = read_annotated_text(files_[file].name, source->text).loops;
    annotated_.statements.add(number, loops, std::vector<int>(loops.size(), -1));
  }
  missing_ = missing;
}

std::vector<std::string> ProgramSources::notes() const {
  std::vector<std::string> notes;
  const std::string in = format_text(" ({})", program_.name);
  const std::string looked_for = all_ ? "sources" : "annotated sources";
  if (missing_.count > 0)
    notes.push_back(format_text(
        "sources that were not found cannot be searched for {}{}{}; pass --source-path OLD=NEW if they were moved",
        all_ ? "loops: " : "annotations: ", and_others(missing_.first, missing_.count), in));
  if (changed_.count > 0)
    notes.push_back(
        format_text("{} that have changed since they were compiled are ignored: {}{}; build the program again",
                    looked_for, and_others(changed_.first, changed_.count), in));
  if (newer_.count > 0)
    notes.push_back(format_text("{} are newer than the program, so their lines may have moved: {}{}", looked_for,
                                and_others(newer_.first, newer_.count), in));
  if (too_much_.count > 0)
    notes.push_back(format_text("sources that are too large were not read completely: {}{}",
                                and_others(too_much_.first, too_much_.count), in));
  return notes;
}

} // namespace osaca
