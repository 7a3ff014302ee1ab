// Writes sample collections in every form into a folder, for other programs to read:  write_formats FOLDER
#include "render/ci/ci_formats.h"
#include "render/text/collection_text.h"
#include "sample_collection.h"

#include <cstdio>
#include <fstream>

namespace {

using osaca::Collection;

bool write(const std::string &path, const std::string &text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.flush();
  if (!file)
    std::fprintf(stderr, "write_formats: cannot write %s\n", path.c_str());
  return static_cast<bool>(file);
}

bool write_all(const std::string &stem, const Collection &collection) {
  return write(stem + ".sarif", osaca::render_sarif(collection, {"1.2.3", "https://example.org/osaca",
                                                                 "https://example.org/rules.md#"})) &&
         write(stem + ".md", osaca::render_markdown(collection)) &&
         write(stem + ".txt", osaca::render_summary(collection, {})) &&
         write(stem + ".commands", osaca::render_github(collection)) &&
         write(stem + ".gitlab.json", osaca::render_gitlab(collection)) &&
         write(stem + ".xml", osaca::render_junit(collection)) &&
         write(stem + ".opt.yaml", osaca::render_remarks(collection));
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: write_formats FOLDER\n");
    return 2;
  }
  const std::string folder = std::string(argv[1]) + "/";
  using namespace osaca::testing;
  const bool written = write_all(folder + "empty", {}) && write_all(folder + "sample", sample_collection()) &&
                       write_all(folder + "plain", collection_without_baseline()) &&
                       write_all(folder + "hostile", hostile_collection()) &&
                       write_all(folder + "large", large_collection(1000));
  return written ? 0 : 1;
}
