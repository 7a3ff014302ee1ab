#include "driver/lsp/workspace.h"

#include "base/index.h"
#include "render/editor/loop_hover.h"

#include <utility>

namespace osaca::driver::lsp {

Loops::Loops(BuildReports reports) : collection_(std::move(reports.collection)), ranking_(ranking_of(collection_)) {
  std::map<std::string, EditorFile> shown = editor_files(collection_, ranking_);
  for (auto &[path, built] : reports.files) {
    const auto found = shown.find(built.name);
    if (found == shown.end())
      continue;
    File file{std::move(built), std::move(found->second), 0};
    const std::size_t all = file.shown.loops.size();
    std::erase_if(file.shown.loops, [&](const EditorLoop &loop) {
      return reports.outdated.contains(ranking_.loops[at(loop.source_loop)].speaker());
    });
    std::erase_if(file.shown.findings, [&](const EditorFinding &finding) {
      return file.built.lines.empty() || reports.outdated.contains(finding.loop);
    });
    file.outdated_loops = static_cast<int>(all - file.shown.loops.size());
    files_.emplace(path, std::move(file));
  }
}

const Loops::File *Loops::find(const std::string &path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : &found->second;
}

std::string Loops::hover(int source_loop) const { return hover_of(source_loop, collection_, ranking_); }

void OpenFile::apply(const std::vector<Change> &changes, std::optional<int> version, Encoding encoding) {
  for (const Change &change : changes)
    document_.apply(change, encoding);
  document_.set_version(version);
  map_.reset();
}

const LineMap &OpenFile::lines(const Loops::File &file) {
  if (!map_)
    map_.emplace(file.built.lines, document_.lines());
  return *map_;
}

} // namespace osaca::driver::lsp
