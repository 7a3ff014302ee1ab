// Whatever names, assembly, settings and messages hold: no form passes on a character that a terminal obeys, or that
// makes a line read differently from what it says.
#include "base/printable.h"
#include "render/ci/ci_formats.h"
#include "render/diagnostics/diagnostics.h"
#include "render/editor/editor_file.h"
#include "render/html.h"
#include "render/json/json_documents.h"
#include "render/text/collection_text.h"
#include "render/text/kernel_tables.h"
#include "render/text/report_text.h"
#include "sample_collection.h"
#include "sample_report.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace osaca::testing {
namespace {

/// Written out once more, as the standards have it: C0 but tab and line end, DEL, C1 as UTF-8; line and paragraph
/// separators; Trojan Source's nine (CVE-2021-42574). And C1's bytes where they are no part of a character: terminals
/// without UTF-8 obey them.
std::string first_obeyed(const std::string &text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = [&](std::size_t k) { return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0U; };
    const unsigned c = byte(0);
    if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7f)
      return "byte " + std::to_string(c) + " at " + text.substr(i > 30 ? i - 30 : 0, 30);
    if (c == 0xC2 && byte(1) >= 0x80 && byte(1) <= 0x9F)
      return "C1 after " + text.substr(i > 30 ? i - 30 : 0, 30);
    if (c == 0xE2 && byte(1) == 0x80 && byte(2) >= 0xA8 && byte(2) <= 0xAE)
      return "U+2028 to U+202E after " + text.substr(i > 30 ? i - 30 : 0, 30);
    if (c == 0xE2 && byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9)
      return "U+2066 to U+2069 after " + text.substr(i > 30 ? i - 30 : 0, 30);
    if (c >= 0x80) { // past what is a character
      const std::size_t length = length_of_character(std::string_view(text).substr(i));
      if (length == 0 && c < 0xA0)
        return "a byte of C1 after " + text.substr(i > 30 ? i - 30 : 0, 30);
      i += length > 0 ? length - 1 : 0;
    }
  }
  return "";
}

std::string without_our_colours(std::string text) {
  for (std::size_t at = 0; (at = text.find("\033[", at)) != std::string::npos;) {
    const std::size_t end = text.find_first_not_of("0123456789;", at + 2);
    if (end == std::string::npos || text[end] != 'm')
      return text;
    text.erase(at, end + 1 - at);
  }
  return text;
}

std::vector<std::pair<std::string, std::string>> forms_of(const Collection &collection) {
  std::vector<std::pair<std::string, std::string>> forms = {
      {"summary", render_summary(collection, {})},
      {"coloured summary", without_our_colours(render_summary(collection, {.colour = true, .width = 60}))},
      {"changes", render_changes(collection, {}, {.regressions = 8, .others = 8})},
      {"coloured changes", without_our_colours(render_changes(collection, {.colour = true, .verbose = true},
                                                              {.regressions = 8, .others = 8}))},
      {"markdown", render_markdown(collection)},
      {"html", render_html(collection)},
      {"sarif", render_sarif(collection, {})},
      {"github", render_github(collection)},
      {"gitlab", render_gitlab(collection)},
      {"junit", render_junit(collection)},
      {"ctest", render_ctest(collection)},
      {"remarks", render_remarks(collection)},
      {"json", render_collection_json(collection)},
      {"baseline", render_baseline(baseline_of(collection))}};
  if (collection.comparison)
    forms.emplace_back("comparison", render_comparison_json(*collection.comparison));
  for (const auto &[name, file] : editor_files(collection)) {
    for (const EditorLoop &loop : file.loops) {
      forms.emplace_back("hint", loop.hint);
      forms.emplace_back("headline", loop.headline);
      forms.emplace_back("hover", hover_of(loop.source_loop, collection));
    }
    for (const EditorFinding &found : file.findings)
      forms.emplace_back("editor's finding", found.message);
  }
  return forms;
}

std::vector<std::pair<std::string, std::string>> forms_of(const Report &report) {
  DiagnosticOptions verbose;
  verbose.verbosity = DiagnosticOptions::Verbosity::verbose;
  return {{"text", render_text(report, {})},
          {"short text", render_short_text(report, {.most_lines = 50})},
          {"verbose text", render_text(report, {.width = 80, .verbose = true})},
          {"coloured text", without_our_colours(render_text(report, {.colour = true, .verbose = true}))},
          {"overview", overview_of(report, {})},
          {"diagnostics", render_diagnostics(report, verbose, false)},
          {"coloured diagnostics", without_our_colours(render_diagnostics(report, verbose, true))},
          {"records", render_diagnostic_records(report, {}, verbose)},
          {"dot", render_dot(report)},
          {"json of a report", render_json(report)},
          {"compact json", render_compact_json(report)}};
}

class HostileText : public ::testing::TestWithParam<std::string> {};

TEST_P(HostileText, ReachesNoFormAsItIs) {
  ASSERT_NE(first_obeyed(GetParam()), "");
  const std::string nasty = "a" + GetParam() + "b";
  Report report = report_of({hostile_kernel(nasty), hostile_kernel(nasty)});
  report.kernels.back().arch = report.kernels.back().arch_title = nasty;
  report.problems.push_back({nasty, {nasty, 1, 1}});
  report.notes.push_back(nasty);
  for (const auto &[name, text] : forms_of(report))
    EXPECT_EQ(first_obeyed(text), "") << name;
  for (const auto &[name, text] : forms_of(hostile_collection(nasty)))
    EXPECT_EQ(first_obeyed(text), "") << name;
}

TEST_P(HostileText, IsWholeInJson) {
  const std::string nasty = "a" + GetParam() + "b";
  const auto kernel = nlohmann::json::parse(render_json(report_of({hostile_kernel(nasty)}))).at("kernels").at(0);
  const bool is_utf8 = length_of_character(GetParam()) > 0;
  EXPECT_EQ(kernel.at("name").get<std::string>(), is_utf8 ? nasty : "a\xEF\xBF\xBD" + GetParam().substr(1) + "b");
}

TEST_P(HostileText, IsNotPrintable) {
  EXPECT_EQ(printable(GetParam()).find('\033'), std::string::npos);
  EXPECT_EQ(first_obeyed(printable("a" + GetParam() + "b")), "");
}

INSTANTIATE_TEST_SUITE_P(Characters, HostileText,
                         ::testing::Values("\033[2J", "\033]0;title\a", "\x01", "\b", "\r", "\x7f",
                                           "\xc2\x9b"
                                           "31m",
                                           "\xc2\x85",
                                           "\x9b"
                                           "31m",
                                           "\xe2\x80\xae", "\xe2\x80\xa8", "\xe2\x81\xa6", "\xe2\x81\xa9"));

TEST(Printable, KeepsWhatIsText) {
  for (const std::string text :
       {"plain\ttext\n", "\xc3\xbc\xe2\x82\xac\xf0\x9f\x99\x82", "\xff\xe4", "\xd7\xa9\xd7\x9c"})
    EXPECT_EQ(printable(text), text);
  EXPECT_EQ(printable_and_coloured("\033[31mred\033[0m \033[2J"), "\033[31mred\033[0m ?[2J");
  EXPECT_EQ(with_escaped_controls("{\"a\x7f\": \"\xe2\x80\xae\"}\n"), "{\"a\\u007f\": \"\\u202e\"}\n");
}

} // namespace
} // namespace osaca::testing
