// SPDX-License-Identifier: GPL-3.0-or-later
#include "linked_program.h"

#include "say.h"
#include "source_files.h"

#include "annotated_loops.h"
#include "folders.h"
#include "messages.h"

#include <sys/stat.h>

namespace osaca::gcc {
namespace {

/// Seconds since 1970; -1 if there is no such file.
long changed_at(const char *name) {
  struct stat status{};
  return ::stat(name, &status) == 0 ? static_cast<long>(status.st_mtime) : -1;
}

/// As the compiler names its own files of this process after the program.
std::string name_in_dumps() {
  const std::string name = dump_base_name != nullptr ? dump_base_name : "";
  return name.compare(0, 2, "./") == 0 ? name.substr(2) : name;
}

std::string without_end(std::string name, const char *end) {
  const size_t at = name.rfind(end);
  return name.erase(std::min(at, name.size()));
}

/// In a process that is not for a part of it.
std::string name_of_program() {
  return is_whole_program_process() ? without_end(name_in_dumps(), ".wpa") : without_end(name_in_dumps(), ".lto.o-");
}

/// A file of the program's functions, and the object that one of them came from.
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
  arguments.embed = false; // the objects of a link are thrown away
  return arguments;
}

void drop_reports_of_parts(const Arguments &arguments) {
  osaca::drop_old_reports(arguments, name_of_program() + ".ltrans");
  osaca::drop_old_report(arguments, name_of_program() + ".lto");
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
