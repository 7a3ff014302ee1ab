#include "editor_target.h"

#include "driver/lsp/json_rpc.h"
#include "driver/lsp/server.h"
#include "promises.h"
#include "sample_build.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace osaca::test {
namespace {

using driver::lsp::Framing;
using driver::lsp::Json;

/// What the server says is a message, and each of its answers is one or the other.
void check_message(const std::string &content) {
  const Json message = Json::parse(content, nullptr, false);
  require(message.is_object() && message.value("jsonrpc", "") == "2.0", "the server speaks JSON-RPC");
  if (!message.contains("method"))
    require(message.contains("id") && message.contains("result") != message.contains("error"),
            "an answer is a result or an error");
}

/// What the protocol asks of places: from 0 on, in order.
void check_range(const Json &range) {
  const auto place = [&](const char *end) {
    return std::pair(range[end]["line"].get<int>(), range[end]["character"].get<int>());
  };
  require(place("start").first >= 0 && place("start").second >= 0, "places count from 0");
  require(place("start") <= place("end"), "a range does not end before it begins");
}

void check_places(const Json &value) {
  if (value.is_object() && value.contains("start") && value.contains("end"))
    check_range(value);
  for (const Json &item : value.is_structured() ? value : Json::array())
    check_places(item);
}

/// The same messages, in whatever pieces they arrive.
void take_apart(const std::string &input) {
  constexpr std::size_t most_bytes = 1U << 12U;
  std::vector<std::string> whole;
  for (const std::size_t piece_bytes : {input.size() + 1, std::size_t{7}}) {
    Framing framing(most_bytes);
    std::vector<std::string> contents;
    for (std::size_t i = 0; i < input.size(); i += piece_bytes) {
      framing.feed(std::string_view(input).substr(i, piece_bytes));
      while (const std::optional<Framing::Item> item = framing.next())
        if (const std::string *content = std::get_if<std::string>(&*item))
          contents.push_back(*content);
    }
    require(whole.empty() || whole == contents, "messages do not depend on how they arrive");
    for (const std::string &content : contents)
      require(content.size() <= most_bytes, "a message is as large as it may be");
    whole = std::move(contents);
  }
}

void work(driver::lsp::Server &server) {
  while (server.waiting() > 0 && !server.exit_status())
    server.work();
}

} // namespace

void editor_messages(const std::string &input) {
  take_apart(input);
  driver::lsp::testing::SampleBuild build;
  build.is_hostile = input.size() % 3 == 0;
  build.pi_is_outdated = input.size() % 5 == 0;
  driver::lsp::Server server(build, "0", [](const std::string &content) {
    check_message(content);
    check_places(Json::parse(content));
  });
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < input.size() && !server.exit_status(); ++number) {
    const std::size_t end = std::min(input.find('\n', begin), input.size());
    server.receive(input.substr(begin, end - begin));
    begin = end + 1;
    if (number % 3 == 2) // some wait, so that they can be cancelled
      work(server);
    if (number % 7 == 6)
      build.next_state = driver::lsp::BuildSource::State::has_news;
    server.look();
  }
  work(server);
}

} // namespace osaca::test
