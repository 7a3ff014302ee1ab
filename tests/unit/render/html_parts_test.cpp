#include "render/html.h"

#include "sample_collection.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <zlib.h>

namespace osaca {
namespace {

using nlohmann::json;

std::string decoded(std::string_view base64) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  unsigned bits = 0;
  int count = 0;
  for (const char c : base64.substr(0, base64.find('='))) {
    bits = bits << 6U | static_cast<unsigned>(digits.find(c));
    count += 6;
    if (count >= 8)
      out += static_cast<char>(bits >> static_cast<unsigned>(count -= 8) & 0xffU);
  }
  return out;
}

std::string unpacked(std::string_view base64) {
  const std::string packed = decoded(base64);
  std::string out(1U << 24U, '\0');
  uLongf size = out.size();
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef *>(out.data()), &size, reinterpret_cast<const Bytef *>(packed.data()),
                       packed.size()),
            Z_OK);
  out.resize(size);
  return out;
}

/// The text of the script element that begins with `begin`; empty: there is none.
std::optional<std::string_view> element(std::string_view page, const std::string &begin) {
  const std::size_t at = page.find(begin);
  if (at == std::string_view::npos)
    return std::nullopt;
  const std::string_view rest = page.substr(at + begin.size());
  return rest.substr(0, rest.find("</script>"));
}

struct Page {
  json data;
  std::vector<json> parts;
};

Page read_page(const std::string &text) {
  Page page;
  page.data = json::parse(*element(text, R"(<script type="application/json" id="data">)"));
  for (std::size_t part = 0;; ++part) {
    const auto packed =
        element(text, R"(<script type="application/octet-stream" id="part-)" + std::to_string(part) + "\">");
    if (!packed)
      return page;
    page.parts.push_back(json::parse(unpacked(*packed)));
  }
}

/// A value that is in the page or else in the part.
const json &value_at(const Page &page, const json &part, const char *kind, const json &number) {
  const auto at = number.get<std::size_t>();
  const std::size_t own = page.data.at(kind).size();
  return at < own ? page.data.at(kind).at(at) : part.at(kind).at(at - own);
}

/// What a reader sees of a loop: its instructions, and why each bound is what it is.
std::vector<std::string> shown_words_of(const Page &page, const json &part, const json &details) {
  std::vector<std::string> out;
  for (const json &line : value_at(page, part, "codes", details.at("code")))
    out.push_back(value_at(page, part, "texts", line.at(0)));
  for (const json &bound : value_at(page, part, "lists", details.at("bounds"))) {
    out.push_back(bound.at(1).dump());
    out.push_back(value_at(page, part, "texts", bound.at(2)));
  }
  return out;
}

std::map<int, std::vector<std::string>> words_of_loops(const Page &page) {
  std::map<int, std::vector<std::string>> out;
  for (const json &part : page.parts.empty() ? std::vector<json>{page.data} : page.parts)
    for (const json &loop : part.at("details")) {
      const Page whole{page.parts.empty()
                           ? json{{"codes", json::array()}, {"texts", json::array()}, {"lists", json::array()}}
                           : page.data,
                       {}};
      EXPECT_TRUE(out.emplace(loop.at(0), shown_words_of(whole, part, loop.at(1))).second)
          << "a loop is in one part only";
    }
  return out;
}

TEST(HtmlInParts, ShowsOfEachLoopWhatTheWholePageShows) {
  for (const Collection &collection : {testing::sample_collection(), testing::hostile_collection()}) {
    const Page whole = read_page(render_html(collection));
    EXPECT_TRUE(whole.parts.empty());
    for (const std::size_t size : {1U, 2U, 100U}) {
      const Page parts =
          read_page(render_html(collection, {.details = {}, .most_loops_at_once = 0, .loops_per_part = size}));
      EXPECT_FALSE(parts.parts.empty());
      EXPECT_EQ(words_of_loops(parts), words_of_loops(whole));
      EXPECT_EQ(parts.data.at("sources").size(), whole.data.at("sources").size());
    }
  }
}

TEST(HtmlInParts, CoresAndPathsOfALoopAreInOnePart) {
  const Collection collection = testing::sample_collection();
  const Page page = read_page(render_html(collection, {.details = {}, .most_loops_at_once = 0, .loops_per_part = 1}));
  std::map<int, std::set<std::size_t>> parts_of_group;
  for (std::size_t part = 0; part < page.parts.size(); ++part)
    for (const json &loop : page.parts[part].at("details"))
      parts_of_group[collection.loops.at(loop.at(0).get<std::size_t>()).group].insert(part);
  for (const auto &[group, parts] : parts_of_group)
    EXPECT_EQ(parts.size(), 1U) << group;
}

TEST(HtmlInParts, ShowsTheFirstLoopsBeforeTheScriptRuns) {
  const std::string page =
      render_html(testing::large_collection(40), {.details = {}, .most_loops_at_once = 10, .loops_per_part = 8});
  const std::size_t rows = page.find("<table class=\"first-rows\">");
  ASSERT_NE(rows, std::string::npos);
  EXPECT_LT(rows, page.find("id=\"data\"")) << "the browser reads them first";
  EXPECT_THAT(page.substr(rows, 2000), ::testing::HasSubstr("src/f0.c:"));
  EXPECT_EQ(render_html(testing::large_collection(40)).find("<table class=\"first-rows\">"), std::string::npos);
}

TEST(HtmlInParts, EscapesTheFirstLoops) {
  const std::string page =
      render_html(testing::hostile_collection("<img src=x>"), {.details = {}, .most_loops_at_once = 0});
  EXPECT_EQ(page.find("<img"), std::string::npos);
}

TEST(HtmlInParts, AsksForTheDetailsOfSomeLoopsAtATime) {
  const Collection collection = testing::large_collection(40);
  std::vector<int> asked;
  const auto read = [&](const std::vector<int> &loops) {
    EXPECT_LE(loops.size(), 4U * 8U);
    asked.insert(asked.end(), loops.begin(), loops.end());
    std::vector<KernelReport> reports;
    for (const int loop : loops)
      reports.push_back(collection.loops.at(static_cast<std::size_t>(loop)).report);
    return reports;
  };
  const std::string page = render_html(collection, {.details = read, .most_loops_at_once = 10, .loops_per_part = 8});
  std::ranges::sort(asked);
  EXPECT_EQ(std::ranges::adjacent_find(asked), asked.end());
  EXPECT_EQ(asked.size(), collection.loops.size());
  EXPECT_EQ(page, render_html(collection, {.details = {}, .most_loops_at_once = 10, .loops_per_part = 8}));
}

} // namespace
} // namespace osaca
