// SPDX-License-Identifier: GPL-3.0-or-later
#include "linked_sources.h"

#include "say.h"
#include "source_files.h"

#include "messages.h"

namespace osaca::gcc {
namespace {

using source::Place;

/// C and C++ go by many endings, Fortran by few.
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

/// Whether the function could be the one that the text begins with. Names that are not written as one word, such as
/// those of operators, could be anything.
bool may_begin(std::string_view text, tree function) {
  if (DECL_NAME(function) == NULL_TREE)
    return false;
  std::string name = IDENTIFIER_POINTER(DECL_NAME(function));
  name.erase(std::min(name.find('.'), name.size())); // f.constprop.0
  const std::string word = word_at(text);
  const bool is_structor = name.compare(0, 4, "__ct") == 0 || name.compare(0, 4, "__dt") == 0;
  if (!is_structor)
    return word == name || word_at(name) != name;
  // Those that nobody wrote stand at the name of their class.
  const size_t next = text.find_first_not_of(" \t", word.size());
  return text[0] == '~' || (next != std::string_view::npos && text[next] == '(');
}

/// The elements, sorted by their begin, that begin in the block.
template <class Element, class Begin>
std::pair<size_t, size_t> range_in(const std::vector<Element> &elements, const source::TextBlock &block, Begin begin) {
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
  reads_all_ = true; // a loop without a pragma may have been inlined into one with
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
  file.source = source::annotated_loops(SourceFiles::of_unit().text(file.name));
  if (!file.source.is_complete)
    note(UNKNOWN_LOCATION, messages::source_is_cut(file.name));
  file.first_loop = static_cast<int>(extents_.all().size());
  file.first_pragma = static_cast<int>(pragmas_.size());
  for (const source::TextLoop &loop : file.source.loops) {
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

/// The first one behind the function's name, if nothing else ends before.
const source::TextBlock *LinkedSources::block_of(const File &file, tree function, const expanded_location &place) {
  const Place name = {place.line, place.column};
  const auto block = std::upper_bound(file.source.blocks.begin(), file.source.blocks.end(), name,
                                      [](const Place &p, const source::TextBlock &b) { return p < b.first; });
  if (block == file.source.blocks.end() || block->last.line == 0 || place.column < 1)
    return nullptr;
  constexpr int most_lines = 100; // of a function's head
  const int last_line = std::min(block->first.line, place.line + most_lines);
  for (int line = place.line; line <= last_line; ++line) {
    std::string_view text = SourceFiles::of_unit().line(file.name, line);
    if (line == block->first.line)
      text = text.substr(0, static_cast<size_t>(block->first.column));
    if (line == place.line) {
      text = text.substr(std::min(static_cast<size_t>(place.column) - 1, text.size()));
      if (text.empty() || !may_begin(text, function))
        return nullptr; // it was made by a macro, or the file is another one by now
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
  const source::TextBlock *block = file != nullptr ? block_of(*file, function, place) : nullptr;
  if (block == nullptr)
    return body;
  body.begin = block->first;
  const auto loops = range_in(file->source.loops, *block, [](const source::TextLoop &loop) { return loop.first; });
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
  const std::vector<source::TextLoop> &loops = file->source.loops;
  const auto after = std::upper_bound(loops.begin(), loops.end(), place,
                                      [](const Place &p, const source::TextLoop &loop) { return p < loop.first; });
  int id = static_cast<int>(after - loops.begin()) - 1;
  while (id >= 0 && loops[static_cast<size_t>(id)].last < place)
    id = loops[static_cast<size_t>(id)].parent;
  return id < 0 ? -1 : file->first_loop + id;
}

} // namespace osaca::gcc
