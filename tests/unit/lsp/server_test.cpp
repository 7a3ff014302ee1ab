#include "driver/lsp/server.h"

#include "render/uris.h"

#include "sample_build.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace osaca::driver::lsp {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string pi_uri = "file:///project/src/pi.c";
const std::string pi_text =
    "\n\n\n\n\n\n\n\n\n\n\n  for (int i = 0; i < steps; ++i) {\n    sum += 4.0 / (1.0 + x * x);\n  }\n";
const std::string umlaut_uri = "file:///project/src/%C3%BCmlaut.c";
const std::string umlaut_text = "/* \xc3\xbc\xf0\x9f\x99\x82 */ for (;;) s += a[i];\n";

/// An editor that says everything at once and keeps what it is told.
class Talk {
public:
  Talk() : Talk(Json::object()) {}
  explicit Talk(const Json &capabilities) {
    ask("initialize", {{"rootUri", "file:///project"}, {"capabilities", capabilities}});
    tell("initialized", Json::object());
  }

  void say(const Json &message) {
    server.receive(message.dump());
    while (server.waiting() > 0)
      server.work();
  }
  Json ask(const std::string &method, const Json &params) {
    say(request(++last_id_, method, params));
    for (const Json &message : said)
      if (!message.contains("method") && message["id"] == last_id_)
        return message.contains("result") ? message["result"] : message["error"];
    return "no answer";
  }
  void tell(const std::string &method, const Json &params) { say(notification(method, params)); }
  void open(const std::string &uri, const std::string &text) {
    tell("textDocument/didOpen",
         {{"textDocument", {{"uri", uri}, {"languageId", "c"}, {"version", 1}, {"text", text}}}});
  }
  Json hints(const std::string &uri, int first = 0, int last = 1000) {
    return ask(
        "textDocument/inlayHint",
        {{"textDocument", {{"uri", uri}}},
         {"range", {{"start", {{"line", first}, {"character", 0}}}, {"end", {{"line", last}, {"character", 0}}}}}});
  }
  Json hover(const std::string &uri, int line) {
    return ask("textDocument/hover",
               {{"textDocument", {{"uri", uri}}}, {"position", {{"line", line}, {"character", 0}}}});
  }
  std::vector<Json> said_with(const std::string &method) const {
    std::vector<Json> out;
    for (const Json &message : said)
      if (message.value("method", "") == method)
        out.push_back(message);
    return out;
  }
  Json last_diagnostics() const { return said_with("textDocument/publishDiagnostics").back()["params"]; }

  testing::SampleBuild build;
  std::vector<Json> said;
  Server server{build, "1.2.3", [this](const std::string &content) { said.push_back(Json::parse(content)); }};

private:
  int last_id_ = 0;
};

std::vector<std::string> codes_of(const Json &published) {
  std::vector<std::string> out;
  for (const Json &one : published["diagnostics"])
    out.push_back(one.value("code", ""));
  return out;
}

TEST(LspServer, ReadsTheBuildOfTheFolderThatTheEditorHasOpen) {
  Talk talk;
  EXPECT_EQ(talk.build.opened, "/project");
  EXPECT_EQ(talk.build.reads, 1);
}

TEST(LspServer, AHintFollowsTheLineOfItsLoop) {
  Talk talk;
  talk.open(pi_uri, pi_text);
  const Json hints = talk.hints(pi_uri);
  ASSERT_EQ(hints.size(), 1U);
  EXPECT_EQ(hints[0]["position"], (Json{{"line", 11}, {"character", 35}}));
  const std::string label = hints[0]["label"];
  EXPECT_THAT(label, HasSubstr("core_a: 5.0 cycles for 2 iterations, divider"));
  EXPECT_THAT(label, HasSubstr("core_b: 4.33 cycles for 2 iterations, divider"));
  EXPECT_EQ(talk.hints(pi_uri, 0, 10).size(), 0U);
  EXPECT_EQ(talk.hints(pi_uri, 12, 20).size(), 0U);
  EXPECT_EQ(talk.hints(pi_uri, 11, 11).size(), 1U);
}

TEST(LspServer, ColumnsAreTheClientsUnits) {
  // The loop's column is 14 in bytes: behind an u umlaut (2 bytes, 1 unit) and a face (4 bytes, 2 units); its finding's
  // is 23.
  Talk talk;
  talk.open(umlaut_uri, umlaut_text);
  EXPECT_EQ(talk.last_diagnostics()["diagnostics"][0]["range"]["start"], (Json{{"line", 0}, {"character", 19}}));
  EXPECT_EQ(talk.last_diagnostics()["diagnostics"][0]["range"]["end"], (Json{{"line", 0}, {"character", 29}}));
  Talk in_bytes(Json{{"general", {{"positionEncodings", {"utf-16", "utf-8"}}}}});
  in_bytes.open(umlaut_uri, umlaut_text);
  EXPECT_EQ(in_bytes.last_diagnostics()["diagnostics"][0]["range"]["start"], (Json{{"line", 0}, {"character", 22}}));
}

TEST(LspServer, SeveritiesAreTheConfiguredOnes) {
  Talk talk;
  talk.open(umlaut_uri, umlaut_text);
  EXPECT_EQ(talk.last_diagnostics()["diagnostics"][0]["severity"], 1) << "an error";
  talk.open(pi_uri, pi_text);
  std::map<std::string, int> levels;
  const Json published = talk.last_diagnostics();
  for (const Json &one : published["diagnostics"])
    levels[one["code"]] = one["severity"];
  EXPECT_EQ(levels["osaca-regression"], 2) << "the baseline says that it was faster";
  EXPECT_EQ(levels["osaca-divider-bound"], 3) << "a note about a loop that somebody annotated";
}

TEST(LspServer, WhatIsAcceptedIgnoredOrMinorIsNotShown) {
  Talk talk;
  const std::string uri = "file:///project/src/sweep.cpp";
  talk.open(uri, "void sweep(double *a) {\n  for (int i = 1; i < n; ++i)\n"
                 "    a[i] += a[i - 1]; // osaca: ignore[lcd-bound]\n  for (;;)\n    f();\n}\n");
  EXPECT_THAT(codes_of(talk.last_diagnostics()), ElementsAre()) << "the baseline accepts all of it";
  talk.build.has_baseline = false;
  talk.build.next_state = BuildSource::State::has_news;
  talk.server.look();
  EXPECT_THAT(codes_of(talk.last_diagnostics()), ElementsAre("osaca-call", "osaca-loop-vanished"));
}

TEST(LspServer, AHoverShowsBoundsFindingsAndOtherCores) {
  Talk talk;
  talk.open(pi_uri, pi_text);
  const Json hover = talk.hover(pi_uri, 12);
  const std::string text = hover["contents"]["value"];
  EXPECT_EQ(hover["range"]["start"]["line"], 11);
  EXPECT_THAT(text, HasSubstr("| **the divider** | **5.0** | DIV busy 5.0 of 5.0 cycles |"));
  EXPECT_THAT(text, HasSubstr("| the ports | 1.5 |"));
  EXPECT_THAT(text, HasSubstr("multiply by a reciprocal"));
  EXPECT_THAT(text, HasSubstr("| core_b | 4.33 | divider |"));
  EXPECT_TRUE(talk.hover(pi_uri, 3).is_null());
  EXPECT_TRUE(talk.hover("file:///project/src/other.c", 3).is_null());
}

TEST(LspServer, StepsOfAChainAreRelatedPlacesForEditorsThatShowThem) {
  Talk talk(Json{{"textDocument", {{"publishDiagnostics", {{"relatedInformation", true}}}}}});
  talk.open(pi_uri, pi_text);
  const Json shown = talk.last_diagnostics()["diagnostics"];
  const auto divider =
      std::ranges::find_if(shown, [](const Json &one) { return one["code"] == "osaca-divider-bound"; });
  ASSERT_NE(divider, shown.end());
  ASSERT_EQ((*divider)["relatedInformation"].size(), 2U);
  EXPECT_EQ((*divider)["relatedInformation"][1]["location"]["uri"], pi_uri);
  EXPECT_EQ((*divider)["relatedInformation"][1]["location"]["range"]["start"], (Json{{"line", 11}, {"character", 2}}));
  Talk plain;
  plain.open(pi_uri, pi_text);
  const Json published = plain.last_diagnostics();
  EXPECT_GT(published["diagnostics"].size(), 0U);
  for (const Json &one : published["diagnostics"])
    EXPECT_FALSE(one.contains("relatedInformation"));
}

TEST(LspServer, EditsMoveWhatIsShownOrSayThatItIsOld) {
  Talk talk;
  talk.open(pi_uri, pi_text);
  const auto change = [&](int first, int last, const std::string &text) {
    talk.tell(
        "textDocument/didChange",
        {{"textDocument", {{"uri", pi_uri}, {"version", 2}}},
         {"contentChanges",
          {{{"range", {{"start", {{"line", first}, {"character", 0}}}, {"end", {{"line", last}, {"character", 0}}}}},
            {"text", text}}}}});
  };
  change(0, 0, "\n");
  EXPECT_EQ(talk.hints(pi_uri)[0]["position"]["line"], 12);
  change(13, 14, "    sum += 1;\n");
  EXPECT_THAT(std::string(talk.hints(pi_uri)[0]["label"]), HasSubstr("(before the edit)"));
  for (const std::string &code : codes_of(talk.last_diagnostics()))
    EXPECT_NE(code, "osaca-divider-bound") << "its line is gone";
  change(12, 13, "for (;;) {\n");
  EXPECT_EQ(talk.hints(pi_uri).size(), 0U);
  EXPECT_EQ(talk.last_diagnostics()["version"], 2);
}

TEST(LspServer, ReportsOlderThanTheirFileAreSaidToBeOld) {
  Talk talk;
  talk.build.pi_is_outdated = true;
  talk.build.next_state = BuildSource::State::has_news;
  talk.open(pi_uri, pi_text);
  talk.tell("textDocument/didSave", {{"textDocument", {{"uri", pi_uri}}}});
  EXPECT_EQ(talk.hints(pi_uri).size(), 0U);
  ASSERT_EQ(talk.last_diagnostics()["diagnostics"].size(), 1U);
  EXPECT_THAT(std::string(talk.last_diagnostics()["diagnostics"][0]["message"]),
              HasSubstr("the results of 1 loop are not shown"));
  talk.open(umlaut_uri, umlaut_text);
  EXPECT_EQ(talk.hints(umlaut_uri).size(), 1U) << "other files are as they were";
}

TEST(LspServer, NewsOfTheBuildAreReadOnceItIsAtRest) {
  Talk talk(Json{{"workspace", {{"inlayHint", {{"refreshSupport", true}}}}}});
  talk.open(pi_uri, pi_text);
  EXPECT_FALSE(talk.server.look());
  talk.build.next_state = BuildSource::State::at_work;
  EXPECT_TRUE(talk.server.look());
  EXPECT_EQ(talk.build.reads, 1);
  const std::size_t published = talk.said_with("textDocument/publishDiagnostics").size();
  talk.build.next_state = BuildSource::State::has_news;
  talk.server.look();
  EXPECT_EQ(talk.build.reads, 2);
  EXPECT_EQ(talk.said_with("textDocument/publishDiagnostics").size(), published + 1);
  EXPECT_EQ(talk.said_with("workspace/inlayHint/refresh").size(), 2U);
}

TEST(LspServer, ProgressIsShownToWhoAgreedToIt) {
  Talk talk(Json{{"window", {{"workDoneProgress", true}}}});
  EXPECT_EQ(talk.build.reads, 0) << "first it is asked for";
  const Json asked = talk.said_with("window/workDoneProgress/create").at(0);
  talk.say(reply_to(asked["id"], nullptr));
  EXPECT_EQ(talk.build.reads, 1);
  std::vector<std::string> kinds;
  for (const Json &one : talk.said_with("$/progress")) {
    EXPECT_EQ(one["params"]["token"], asked["params"]["token"]);
    kinds.push_back(one["params"]["value"]["kind"]);
  }
  EXPECT_THAT(kinds, ElementsAre("begin", "report", "report", "end"));
  talk.say(reply_to(asked["id"], nullptr));
  EXPECT_EQ(talk.build.reads, 1) << "answered twice";
}

TEST(LspServer, AClientThatRefusesProgressGetsTheReports) {
  Talk talk(Json{{"window", {{"workDoneProgress", true}}}});
  talk.say(failure_of(talk.said_with("window/workDoneProgress/create").at(0)["id"], ErrorCode::method_not_found, "no"));
  EXPECT_EQ(talk.build.reads, 1);
  EXPECT_TRUE(talk.said_with("$/progress").empty());
}

TEST(LspServer, WhoAsksBeforeTheReportsAreReadWaitsForThem) {
  Talk talk(Json{{"window", {{"workDoneProgress", true}}}});
  talk.open(pi_uri, pi_text);
  EXPECT_TRUE(talk.said_with("textDocument/publishDiagnostics").empty());
  EXPECT_EQ(talk.hints(pi_uri).size(), 1U);
  talk.say(reply_to(talk.said_with("window/workDoneProgress/create").at(0)["id"], nullptr));
  EXPECT_EQ(talk.build.reads, 1) << "read already";
}

TEST(LspServer, ACancelledRequestIsAnsweredAsSuchAndNotDone) {
  Talk talk;
  talk.server.receive(request("a", "textDocument/hover", Json::object()).dump());
  talk.server.receive(notification("$/cancelRequest", {{"id", "a"}}).dump());
  EXPECT_EQ(talk.server.waiting(), 0U);
  EXPECT_EQ(talk.server.waiting_bytes(), 0U);
  EXPECT_EQ(talk.said.back()["error"]["code"], -32800);
  EXPECT_EQ(talk.said.back()["id"], "a");
}

// Names, messages and sources with everything that breaks texts; all that is said was written as JSON in UTF-8 before
// it came here.
TEST(LspServer, HostileReportsAreShownAsText) {
  Talk talk;
  talk.build.is_hostile = true;
  talk.build.next_state = BuildSource::State::has_news;
  talk.server.look();
  std::size_t hints = 0;
  for (const auto &[path, file] : talk.build.read([](std::size_t, std::size_t) {}).files) {
    std::string text;
    for (const std::string &line : file.lines)
      text += line + "\n";
    const std::string uri = uri_of_file(path);
    talk.say(Json::parse(text_of(
        notification("textDocument/didOpen",
                     {{"textDocument", {{"uri", uri}, {"languageId", "c"}, {"version", 1}, {"text", text}}}}))));
    for (const Json &hint : talk.hints(uri)) {
      ++hints;
      const std::string label = hint["label"];
      const std::string shown = talk.hover(uri, hint["position"]["line"])["contents"]["value"];
      EXPECT_THAT(shown, HasSubstr("cycles per iteration"));
      for (const std::string &text : {label, shown})
        EXPECT_TRUE(std::ranges::none_of(text, [](char c) { return c >= 0 && c < ' ' && c != '\n'; })) << text;
      EXPECT_THAT(shown, Not(HasSubstr("d</script>"))) << "markup of others is text";
    }
  }
  EXPECT_GE(hints, 1U);
}

} // namespace
} // namespace osaca::driver::lsp
