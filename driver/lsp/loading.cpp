// When the server reads the build's reports, and what it says meanwhile and afterwards.
#include "driver/lsp/server.h"

#include <utility>

namespace osaca::driver::lsp {
namespace {

Json progress_step(const Json &token, Json value) {
  return notification("$/progress", {{"token", token}, {"value", std::move(value)}});
}

std::string token_of(int number) { return "osaca-reports-" + std::to_string(number); }

} // namespace

bool Server::look() {
  if (phase_ != Phase::running || !loops_ || load_is_due_)
    return false;
  const BuildSource::State state = build_.state();
  if (state == BuildSource::State::has_news)
    begin_to_load();
  return state == BuildSource::State::at_work;
}

/// A client that shows progress has to agree first: load() comes with its response.
void Server::begin_to_load() {
  load_is_due_ = true;
  if (!client_.shows_progress)
    return load(false);
  if (waits_for_progress_)
    return;
  waits_for_progress_ = true;
  const std::string token = token_of(++progress_number_);
  send(request(token, "window/workDoneProgress/create", {{"token", token}}));
}

void Server::take_response(const Message &response) {
  if (!waits_for_progress_ || response.id != Json(token_of(progress_number_)))
    return;
  waits_for_progress_ = false;
  if (load_is_due_)
    load(!response.is_failure);
}

/// Who asks before that gets an answer all the same.
void Server::load_if_due() {
  if (!loops_ || load_is_due_)
    load(false);
}

void Server::load(bool with_progress) {
  load_is_due_ = false;
  const Json token = token_of(progress_number_);
  int last_percent = 0;
  if (with_progress)
    send(progress_step(token, {{"kind", "begin"}, {"title", "osaca: reading reports"}, {"percentage", 0}}));
  BuildReports reports = build_.read([&](std::size_t done, std::size_t all) {
    const int percent = all == 0 ? 100 : static_cast<int>(done * 100 / all);
    if (with_progress && percent > last_percent)
      send(progress_step(token, {{"kind", "report"}, {"percentage", last_percent = percent}}));
  });
  tell_of(reports);
  loops_ = Loops(std::move(reports));
  if (with_progress)
    send(progress_step(token, {{"kind", "end"}}));
  for (auto &[uri, open] : open_) {
    open.forget_lines();
    publish(open);
  }
  if (client_.refreshes_hints)
    send(request("osaca-hints-" + std::to_string(++refresh_number_), "workspace/inlayHint/refresh", nullptr));
}

void Server::tell_of(const BuildReports &reports) {
  for (const std::string &line : reports.log)
    send(logged_message(MessageType::log, line));
  if (reports.lack != Lack::nothing && reports.lack != said_lack_)
    send(shown_message(MessageType::info, "osaca: " + reports.remark));
  said_lack_ = reports.lack;
}

} // namespace osaca::driver::lsp
