#include "driver/lsp/json_rpc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace osaca::driver::lsp {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> contents_in(const std::string &bytes, std::size_t piece_bytes) {
  Framing framing;
  std::vector<std::string> contents;
  for (std::size_t i = 0; i < bytes.size(); i += piece_bytes) {
    framing.feed(std::string_view(bytes).substr(i, piece_bytes));
    while (const std::optional<Framing::Item> item = framing.next())
      contents.push_back(std::get<std::string>(*item));
  }
  return contents;
}

bool is_lost(std::string_view bytes) {
  Framing framing;
  framing.feed(bytes);
  const std::optional<Framing::Item> item = framing.next();
  return item && std::holds_alternative<Framing::Lost>(*item);
}

TEST(Framing, GivesBackWhatWasFramedHoweverItArrives) {
  const std::vector<std::string> sent = {"{}", "", "\r\n\r\n", std::string("a\0b", 3), std::string(5000, 'x')};
  std::string bytes;
  for (const std::string &content : sent)
    bytes += framed(content);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{100}, bytes.size()})
    EXPECT_EQ(contents_in(bytes, piece), sent) << piece;
}

TEST(Framing, ReadsHeadersAsTheProtocolAllowsThem) {
  EXPECT_THAT(
      contents_in("Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:  2\t\r\n\r\n{}", 3),
      ElementsAre("{}"));
  EXPECT_THAT(contents_in("Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", 100), ElementsAre("{}"));
}

TEST(Framing, IsLostWhereNoMessageBegins) {
  for (const char *bytes : {"\r\n\r\n", "x\r\n\r\n", "Content-Length\r\n\r\n", "Content-Length: \r\n\r\n",
                            "Content-Length: -1\r\n\r\n", "Content-Length: +1\r\n\r\n", "Content-Length: 0x1\r\n\r\n",
                            "Content-Length: 1 1\r\n\r\n", "Content-Length: 18446744073709551616\r\n\r\n",
                            "Content-Type: x\r\n\r\n", "Content-Length: 1\r\nContent-Length: 2\r\n\r\n"})
    EXPECT_TRUE(is_lost(bytes)) << bytes;
  EXPECT_TRUE(is_lost(std::string(5000, 'x')));
  EXPECT_FALSE(is_lost("Content-Length: 1\n\n")) << "that may go on";
}

TEST(Framing, IsLostForGood) {
  Framing framing;
  framing.feed("x\r\n\r\n");
  EXPECT_TRUE(framing.next().has_value());
  framing.feed(framed("{}"));
  EXPECT_FALSE(framing.next().has_value());
}

TEST(Framing, PassesOverWhatIsTooLarge) {
  for (const std::size_t piece : {std::size_t{1}, std::size_t{3}, std::size_t{1000}}) {
    Framing framing(10);
    const std::string bytes = framed("first") + framed(std::string(11, 'x')) + framed("1234567890");
    std::vector<std::string> seen;
    for (std::size_t i = 0; i < bytes.size(); i += piece) {
      framing.feed(std::string_view(bytes).substr(i, piece));
      while (const std::optional<Framing::Item> item = framing.next())
        seen.push_back(std::holds_alternative<std::string>(*item)
                           ? std::get<std::string>(*item)
                           : "too large: " + std::to_string(std::get<Framing::TooLarge>(*item).bytes));
    }
    EXPECT_THAT(seen, ElementsAre("first", "too large: 11", "1234567890")) << piece;
  }
}

TEST(Framing, DoesNotWaitForALengthThatCannotCome) {
  Framing framing(10);
  framing.feed("Content-Length: 18446744073709551615\r\n\r\n");
  const std::optional<Framing::Item> item = framing.next();
  ASSERT_TRUE(item && std::holds_alternative<Framing::TooLarge>(*item));
  framing.feed(framed("{}"));
  EXPECT_FALSE(framing.next().has_value()) << "all of it belongs to that message";
}

} // namespace
} // namespace osaca::driver::lsp
