// make_page OUT.html REPORT.json...: the HTML report of reports that were written as JSON, without the driver.
#include "collection/collect.h"
#include "collection/compare.h"
#include "osaca/read_report.h"
#include "render/html.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

namespace {

std::optional<std::string> text_of(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return std::nullopt;
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// --baseline FILE: another report, against whose loops those of this one are held.
std::optional<osaca::Collection> collected(const std::vector<std::string> &files) {
  std::vector<osaca::NamedReport> reports;
  for (const std::string &file : files) {
    const std::optional<std::string> text = text_of(file);
    if (!text) {
      std::cerr << file << ": cannot be read\n";
      return std::nullopt;
    }
    osaca::Expected<osaca::Report> report = osaca::read_report(*text, file);
    if (!report) {
      std::cerr << report.error().text() << "\n";
      return std::nullopt;
    }
    reports.push_back({std::filesystem::path(file).stem().string() + ".o", *std::move(report)});
  }
  const std::string here = std::filesystem::current_path().string();
  return osaca::collect(reports, {here, here}, text_of);
}

} // namespace

int main(int count, char **words) {
  std::vector<std::string> files;
  std::vector<std::string> before;
  for (int i = 2; i < count; ++i) {
    if (std::string_view(words[i]) == "--baseline" && i + 1 < count)
      before.emplace_back(words[++i]);
    else
      files.emplace_back(words[i]);
  }
  if (files.empty()) {
    std::cerr << "usage: make_page OUT.html [--baseline REPORT.json] REPORT.json...\n";
    return 2;
  }
  std::optional<osaca::Collection> collection = collected(files);
  if (!collection)
    return 2;
  if (!before.empty()) {
    const std::optional<osaca::Collection> old = collected(before);
    if (!old)
      return 2;
    osaca::Baseline baseline = osaca::baseline_of(*old);
    baseline.name = before.front();
    collection = osaca::with_baseline(*std::move(collection), baseline, 5);
  }
  std::ofstream out(words[1], std::ios::binary);
  out << osaca::render_html(*collection);
  return out.flush() ? 0 : 2;
}
