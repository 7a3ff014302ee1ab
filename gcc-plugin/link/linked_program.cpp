// SPDX-License-Identifier: GPL-3.0-or-later
#include "link/linked_program.h"

#include "annotated_loops.h"
#include "folders.h"
#include "front/source_text.h"
#include "messages.h"
#include "report/functions.h"
#include "report/say.h"
#include "statement_span.h"

#include <sys/stat.h>

namespace osaca::gcc {

namespace {

using source::Place;

/// Fortran's file names have few endings, those of C and C++ many.
bool is_fortran_source(const std::string &name) {
  const size_t dot = name.rfind('.');
  return dot != std::string::npos && dot + 1 < name.size() && (name[dot + 1] == 'f' || name[dot + 1] == 'F');
}

std::string word_at(std::string_view text) {
  size_t end = 0;
  while (end < text.size() && (ISALNUM(text[end]) || text[end] == '_' || text[end] == '$'))
    ++end;
  return std::string(text.substr(0, end));
}

/// Whether the text may begin with the name of the function. A name that is not a single word, such as that of an
/// operator, may be anything.
bool may_begin(std::string_view text, tree function) {
  if (DECL_NAME(function) == NULL_TREE)
    return false;
  std::string name = IDENTIFIER_POINTER(DECL_NAME(function));
  name.erase(std::min(name.find('.'), name.size())); // f.constprop.0
  const std::string word = word_at(text);
  const bool is_structor = name.compare(0, 4, "__ct") == 0 || name.compare(0, 4, "__dt") == 0;
  if (!is_structor)
    return word == name || word_at(name) != name;
  // Implicit functions have the place of their class's name.
  const size_t next = text.find_first_not_of(" \t", word.size());
  return text[0] == '~' || (next != std::string_view::npos && text[next] == '(');
}

/// The elements that begin in the block. The elements are sorted by their begin.
template <class Element, class Begin>
std::pair<size_t, size_t> range_in(const std::vector<Element> &elements, const source::BracedBlock &block,
                                   Begin begin) {
  const auto from = std::lower_bound(elements.begin(), elements.end(), block.first,
                                     [&](const Element &e, const Place &p) { return begin(e) < p; });
  const auto to = std::upper_bound(from, elements.end(), block.last,
                                   [&](const Place &p, const Element &e) { return p < begin(e); });
  return {from - elements.begin(), to - elements.begin()};
}

} // namespace

void LinkedSources::look_at_new_files(bool wants_all) {
  for (; maps_seen_ < LINEMAPS_ORDINARY_USED(line_table); ++maps_seen_)
    look_at(LINEMAPS_ORDINARY_MAP_AT(line_table, static_cast<int>(maps_seen_)));
  if (reads_all_ || !(wants_all || has_pragmas()))
    return;
  reads_all_ = true; // a loop without a pragma may have been inlined into a loop with one
  for (File &file : files_)
    read(file);
}

void LinkedSources::look_at(const line_map_ordinary *map) {
  const char *name = ORDINARY_MAP_FILE_NAME(map);
  if (name == nullptr || !names_seen_.insert(name).second || name[0] == '<' || is_fortran_source(name))
    return;
  const auto inserted = by_name_.emplace(name, files_.size());
  if (!inserted.second)
    return;
  File file;
  file.name = name;
  file.is_system_header = ORDINARY_MAP_IN_SYSTEM_HEADER_P(map) != 0;
  files_.push_back(std::move(file));
  if (reads_all_ || source::may_have_pragmas(SourceFiles::of_unit().text(name)))
    read(files_.back());
}

void LinkedSources::read(File &file) {
  if (std::exchange(file.is_read, true))
    return;
  const std::string_view content = SourceFiles::of_unit().text(file.name);
  long tokens_left = source::most_statement_tokens;
  file.source = source::annotated_loops(content);
  if (!file.source.is_complete)
    note(UNKNOWN_LOCATION, messages::source_is_cut(file.name));
  file.first_loop = static_cast<int>(extents_.all().size());
  file.first_pragma = static_cast<int>(pragmas_.size());
  for (const source::LoopSpan &loop : file.source.loops) {
    LoopExtent extent;
    extent.in_text = {file.name, loop.first.line, loop.first.column};
    extent.parent = loop.parent < 0 ? -1 : file.first_loop + loop.parent;
    extent.is_of_template = false;
    extents_.add_in_text(std::move(extent));
    file_of_loop_.push_back(static_cast<int>(&file - files_.data()));
  }
  for (const source::TextPragma &text : file.source.pragmas) {
    Pragma pragma;
    pragma.recorded.in_text = {file.name, text.place.line, text.place.column};
    pragma.recorded.expectations = text.text;
    pragma.loop = text.loop < 0 ? -1 : file.first_loop + text.loop;
    pragma.is_at_statement = text.loop < 0 && source::statement_after(content, {.at = text.after}, tokens_left);
    pragma_of_loop_.emplace(pragma.loop, static_cast<int>(pragmas_.size()));
    pragmas_.push_back(std::move(pragma));
  }
}

int LinkedSources::pragma_of(int loop) const {
  const auto known = loop < 0 ? pragma_of_loop_.end() : pragma_of_loop_.find(loop);
  return known != pragma_of_loop_.end() ? known->second : -1;
}

bool LinkedSources::is_system_header(int loop) const {
  return files_[static_cast<size_t>(file_of_loop_[static_cast<size_t>(loop)])].is_system_header;
}

const LinkedSources::File *LinkedSources::file_at(const expanded_location &place) const {
  const auto known = place.file != nullptr && place.line > 0 ? by_name_.find(place.file) : by_name_.end();
  return known != by_name_.end() && files_[known->second].is_read ? &files_[known->second] : nullptr;
}

/// The first block after the function's name, unless a statement ends before it.
const source::BracedBlock *LinkedSources::block_of(const File &file, tree function, const expanded_location &place) {
  const Place name = {place.line, place.column};
  const auto block = std::upper_bound(file.source.blocks.begin(), file.source.blocks.end(), name,
                                      [](const Place &p, const source::BracedBlock &b) { return p < b.first; });
  if (block == file.source.blocks.end() || block->last.line == 0 || place.column < 1)
    return nullptr;
  constexpr int most_lines = 100; // limit for the head of a function
  const int last_line = std::min(block->first.line, place.line + most_lines);
  for (int line = place.line; line <= last_line; ++line) {
    std::string_view text = SourceFiles::of_unit().line(file.name, line);
    if (line == block->first.line)
      text = text.substr(0, static_cast<size_t>(block->first.column));
    if (line == place.line) {
      text = text.substr(std::min(static_cast<size_t>(place.column) - 1, text.size()));
      if (text.empty() || !may_begin(text, function))
        return nullptr; // a macro generated it, or the file was changed
    }
    if (text.find(';') != std::string_view::npos)
      return nullptr;
  }
  return last_line == block->first.line ? &*block : nullptr;
}

LinkedSources::Body LinkedSources::body_of(tree function) const {
  Body body;
  const expanded_location place = expand_location(DECL_SOURCE_LOCATION(function));
  const File *file = file_at(place);
  const source::BracedBlock *block = file != nullptr ? block_of(*file, function, place) : nullptr;
  if (block == nullptr)
    return body;
  body.begin = block->first;
  const auto loops = range_in(file->source.loops, *block, [](const source::LoopSpan &loop) { return loop.first; });
  for (size_t i = loops.first; i < loops.second; ++i)
    body.loops.push_back(file->first_loop + static_cast<int>(i));
  const auto pragmas =
      range_in(file->source.pragmas, *block, [](const source::TextPragma &pragma) { return pragma.place; });
  for (size_t i = pragmas.first; i < pragmas.second; ++i)
    body.pragmas.push_back(file->first_pragma + static_cast<int>(i));
  return body;
}

int LinkedSources::innermost_at(location_t location) const {
  const expanded_location at = expand_location(location);
  const File *file = file_at(at);
  if (file == nullptr)
    return -1;
  const Place place = {at.line, at.column};
  const std::vector<source::LoopSpan> &loops = file->source.loops;
  const auto after = std::upper_bound(loops.begin(), loops.end(), place,
                                      [](const Place &p, const source::LoopSpan &loop) { return p < loop.first; });
  int id = static_cast<int>(after - loops.begin()) - 1;
  while (id >= 0 && loops[static_cast<size_t>(id)].last < place)
    id = loops[static_cast<size_t>(id)].parent;
  return id < 0 ? -1 : file->first_loop + id;
}

namespace {

/// The functions that were inlined into `cfun`, once for each time they were inlined.
std::vector<tree> inlined_functions() {
  std::vector<tree> functions;
  std::vector<tree> blocks = {DECL_INITIAL(current_function_decl)};
  while (!blocks.empty()) {
    const tree block = blocks.back();
    blocks.pop_back();
    if (block == NULL_TREE || TREE_CODE(block) != BLOCK)
      continue;
    if (inlined_function_outer_scope_p(block)) {
      const tree origin = block_ultimate_origin(block);
      if (origin != NULL_TREE && TREE_CODE(origin) == FUNCTION_DECL)
        functions.push_back(origin);
    }
    for (tree inner = BLOCK_SUBBLOCKS(block); inner != NULL_TREE; inner = BLOCK_CHAIN(inner))
      blocks.push_back(inner);
  }
  return functions;
}

SourceFunction described(tree function) { return {DECL_UID(DECL_ORIGIN(function)), readable_name(function)}; }

} // namespace

void LinkedLoops::answer_extents() {
  extents_.ask_for_innermost([this](location_t location) { return sources_.innermost_at(location); });
}

void LinkedLoops::add_current_function(bool all, const IsNamed &is_named) {
  sources_.look_at_new_files(all);
  if (!all && !has_pragmas())
    return;
  add_new_loops();
  meet(DECL_ORIGIN(current_function_decl), is_named);
  for (const tree function : inlined_functions())
    meet(function, is_named);
}

void LinkedLoops::add_new_loops() {
  for (int loop = requests_.loop_count(); loop < static_cast<int>(extents_.all().size()); ++loop)
    requests_.add(SourceLoop{extents_[loop].parent, extents_[loop].has_inner, !sources_.is_system_header(loop), false});
}

void LinkedLoops::meet(tree function, const IsNamed &is_named) {
  if (!met_.insert(DECL_UID(function)).second)
    return;
  const LinkedSources::Body body = sources_.body_of(function);
  for (const int loop : body.loops)
    add_instance(loop, function, body.begin);
  for (const int pragma : body.pragmas)
    ask_by_pragma(pragma);
  const bool is_wanted = is_named(function);
  for (const int loop : body.loops)
    requests_.may_become_code(loop, is_wanted);
}

/// A function may be nested in another one, like that of a lambda. Its loops do not belong to the outer function.
void LinkedLoops::add_instance(int loop, tree function, const source::Place &begin) {
  source::Place &known = body_of_loop_.emplace(loop, begin).first->second;
  if (begin < known)
    return;
  if (known < begin)
    extents_.drop_instances_of(loop);
  known = begin;
  extents_.add_instance_to(loop, described(function));
}

void LinkedLoops::assign_loop(int loop, tree owner) {
  if (loop < 0)
    return;
  if (const int pragma = sources_.pragma_of(loop); pragma >= 0)
    ask_by_pragma(pragma);
  if (!extents_[loop].can_become_code() && owner != NULL_TREE)
    extents_.add_instance_to(loop, described(owner));
  requests_.may_become_code(loop, false);
}

void LinkedLoops::ask_by_pragma(int pragma) {
  if (!requested_.insert(pragma).second)
    return;
  const LinkedSources::Pragma &asked = sources_.pragmas()[static_cast<size_t>(pragma)];
  pragmas_.push_back(asked.recorded);
  BoundPragma bound{asked.loop, asked.recorded.expectations};
  bound.is_unsupported = asked.is_at_statement;
  if (asked.is_at_statement)
    bound.why_none = messages::no_statement_at_link();
  requests_.add(bound);
}

namespace {

/// The time of the last change in seconds since 1970; -1 if there is no such file.
long changed_at(const char *name) {
  struct stat status{};
  return ::stat(name, &status) == 0 ? static_cast<long>(status.st_mtime) : -1;
}

/// The program's name in the compiler's names of this process's files.
std::string name_in_dumps() {
  const std::string name = dump_base_name != nullptr ? dump_base_name : "";
  return name.compare(0, 2, "./") == 0 ? name.substr(2) : name;
}

std::string without_end(std::string name, const char *end) {
  const size_t at = name.rfind(end);
  return name.erase(std::min(at, name.size()));
}

/// The name of the program, in a process that does not compile a part.
std::string name_of_program() {
  return is_whole_program_process() ? without_end(name_in_dumps(), ".wpa") : without_end(name_in_dumps(), ".lto.o-");
}

/// A source file of the program's functions, and the object that one of the functions came from.
struct Source {
  std::string name;
  std::string object;
};

std::vector<Source> sources_of_functions() {
  std::vector<Source> sources;
  std::unordered_set<std::string> seen;
  cgraph_node *node = nullptr;
  FOR_EACH_FUNCTION(node) {
    const char *file = expand_location(DECL_SOURCE_LOCATION(node->decl)).file;
    if (!node->definition || file == nullptr || file[0] == '<' || !seen.insert(file).second)
      continue;
    const bool has_object = node->lto_file_data != nullptr && node->lto_file_data->file_name != nullptr;
    sources.push_back({file, has_object ? node->lto_file_data->file_name : ""});
  }
  return sources;
}

bool is_changed(const Source &source) {
  const long compiled = source.object.empty() ? -1 : changed_at(source.object.c_str());
  return compiled >= 0 && changed_at(source.name.c_str()) > compiled &&
         source::may_have_pragmas(SourceFiles::of_unit().text(source.name.c_str()));
}

} // namespace

bool is_whole_program_process() { return flag_wpa != nullptr; }

bool is_part_process() { return flag_ltrans != 0; }

std::string name_of_part() {
  std::string name = name_in_dumps();
  if (is_part_process()) // prog.ltrans3.ltrans
    return without_end(std::move(name), ".ltrans");
  return name_of_program() + ".lto"; // prog.lto.o-ccXYZ.lto.o
}

Arguments for_parts(Arguments arguments) {
  for (std::string *file : {&arguments.report, &arguments.marked}) {
    if (!file->empty() && is_whole_program_process())
      note(UNKNOWN_LOCATION, messages::one_file_for_many_parts(*file));
    if (is_whole_program_process() || is_part_process())
      file->clear();
  }
  arguments.embed = false; // the objects of a link are deleted
  return arguments;
}

void drop_reports_of_parts(const Arguments &arguments) {
  osaca::drop_old_reports(arguments, name_of_program() + ".ltrans");
  osaca::drop_old_report(arguments, {name_of_program() + ".lto"});
}

void check_sources() {
  std::vector<std::string> missing;
  std::vector<std::string> changed;
  for (const Source &source : sources_of_functions()) {
    if (changed_at(source.name.c_str()) < 0)
      missing.push_back(source.name);
    else if (is_changed(source))
      changed.push_back(source.name);
  }
  if (!missing.empty())
    note(UNKNOWN_LOCATION, messages::missing_at_link(missing));
  if (!changed.empty())
    note(UNKNOWN_LOCATION, messages::changed_before_link(changed));
}

} // namespace osaca::gcc
