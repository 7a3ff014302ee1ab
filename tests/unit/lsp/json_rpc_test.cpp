#include "driver/lsp/json_rpc.h"

#include <gtest/gtest.h>

namespace osaca::driver::lsp {
namespace {

ErrorCode code_of(const std::string &content) {
  const std::variant<Message, Refusal> read = message_in(content);
  return std::holds_alternative<Refusal>(read) ? std::get<Refusal>(read).code : ErrorCode{0};
}

TEST(JsonRpc, TellsRequestsNotificationsAndResponses) {
  EXPECT_EQ(std::get<Message>(message_in(R"({"id": 1, "method": "m"})")).kind, Message::Kind::request);
  EXPECT_EQ(std::get<Message>(message_in(R"({"id": "1", "method": "m", "params": {}})")).kind, Message::Kind::request);
  EXPECT_EQ(std::get<Message>(message_in(R"({"method": "m"})")).kind, Message::Kind::notification);
  EXPECT_EQ(std::get<Message>(message_in(R"({"id": null, "method": "m"})")).kind, Message::Kind::notification);
  EXPECT_EQ(std::get<Message>(message_in(R"({"id": 1, "result": null})")).kind, Message::Kind::response);
  EXPECT_TRUE(std::get<Message>(message_in(R"({"id": 1, "error": {}})")).is_failure);
  EXPECT_TRUE(std::get<Message>(message_in(R"({"id": null, "error": {}})")).is_failure);
}

TEST(JsonRpc, RefusesWhatIsNoMessage) {
  EXPECT_EQ(code_of(""), ErrorCode::parse_error);
  EXPECT_EQ(code_of("{\"method\": \"\xff\"}"), ErrorCode::parse_error);
  EXPECT_EQ(code_of("[]"), ErrorCode::invalid_request);
  EXPECT_EQ(code_of(R"({"id": 1})"), ErrorCode::invalid_request);
  EXPECT_EQ(code_of(R"({"id": {}, "method": "m"})"), ErrorCode::invalid_request);
  EXPECT_EQ(code_of(R"({"id": 1, "method": null})"), ErrorCode::invalid_request);
  EXPECT_EQ(code_of(R"({"id": null, "result": 1})"), ErrorCode::invalid_request);
  EXPECT_EQ(code_of(R"({"id": 1, "method": "m", "params": 1})"), ErrorCode::invalid_params);
  EXPECT_EQ(code_of(R"({"method": "m", "params": 1})"), ErrorCode{0}) << "nobody answers notifications";
}

TEST(JsonRpc, RefusesBracketsAndValuesBeyondMeasureButNotWithinTexts) {
  EXPECT_EQ(code_of(std::string(1000, '[')), ErrorCode::invalid_request);
  EXPECT_EQ(code_of("{\"method\": \"" + std::string(1000, '[') + "\"}"), ErrorCode{0});
  EXPECT_EQ(code_of("{\"method\": \"\\\"" + std::string(1000, '[') + "\"}"), ErrorCode{0})
      << "behind a quote that is escaped";
  std::string many = "{\"method\": \"m\", \"params\": {\"a\": [";
  for (int i = 0; i < (1 << 20); ++i)
    many += "0,";
  EXPECT_EQ(code_of(many + "0]}}"), ErrorCode::invalid_request);
}

TEST(JsonRpc, AnswersAreUtf8WhateverTheTextsAre) {
  const std::string text = text_of(reply_to("\xff", Json("\xed\xa0\x80")));
  EXPECT_TRUE(Json::accept(text)) << text;
}

} // namespace
} // namespace osaca::driver::lsp
