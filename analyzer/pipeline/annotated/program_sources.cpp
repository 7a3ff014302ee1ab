#include "pipeline/annotated/program_sources.h"

#include "base/file_name.h"
#include "base/index.h"
#include "pipeline/annotated/annotated_text.h"

#include <algorithm>

namespace osaca {
namespace {

std::string and_others(const std::string &first, int count) {
  return count == 1 ? first : first + " and " + std::to_string(count - 1) + " more";
}

/// As far as the compiler told what it read.
bool was_changed(const LineFile &file, const SourceText &source) {
  return !file.md5.empty() && file.md5 != md5_of(source.text);
}

} // namespace

ProgramSources::ProgramSources(const InputFile &program, const std::vector<LineFile> &files, const SourceFinder &finder,
                               bool all)
    : program_(program), files_(files), finder_(finder), all_(all) {
  annotated_.source_of_file.assign(files.size(), -1);
}

/// Also counts what keeps it from being looked at.
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
    else if (was_changed(files_[file], *source)) // other objects were compiled from what it is now
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
  std::vector<int> of_loop(found.loops.size(), -1);
  for (TextAnnotation &annotation : found.annotations) {
    const TextPosition &place = annotation.loop >= 0 ? found.loops[at(annotation.loop)].place : annotation.place;
    const bool is_repeated = annotation.loop >= 0 && of_loop[at(annotation.loop)] >= 0;
    if (annotation.loop >= 0 && !is_repeated)
      of_loop[at(annotation.loop)] = static_cast<int>(annotations_.size());
    annotations_.push_back({.place = {source.name, place.line, place.column},
                            .has_loop = annotation.loop >= 0,
                            .is_repeated = is_repeated,
                            .clauses = std::move(annotation.clauses),
                            .may_be_quoted = source.may_be_quoted});
  }
  const int number = number_of(source);
  annotated_.source_of_file[file] = number;
  annotated_.statements.add(number, found.loops, of_loop,
                            wants_all ? ask_for_others(source, found.loops, of_loop) : std::vector<int>());
}

/// Per loop without an annotation the number of the wish for it, for the others -1.
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
  const Some missing = missing_; // these were counted
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
  const std::string in = " (" + program_.name + ")";
  const std::string looked_for = all_ ? "sources" : "annotated sources";
  if (missing_.count > 0)
    notes.push_back("sources that are not there cannot be searched for " +
                    std::string(all_ ? "loops: " : "annotations: ") + and_others(missing_.first, missing_.count) + in +
                    "; --source-path OLD=NEW says where they are now");
  if (changed_.count > 0)
    notes.push_back(looked_for + " that were changed since they were compiled are not looked at: " +
                    and_others(changed_.first, changed_.count) + in + "; build it again");
  if (newer_.count > 0)
    notes.push_back(looked_for + " are newer than the program, their lines may have moved: " +
                    and_others(newer_.first, newer_.count) + in);
  if (too_much_.count > 0)
    notes.push_back("not all of the sources was looked at, they are too large: " +
                    and_others(too_much_.first, too_much_.count) + in);
  return notes;
}

} // namespace osaca
