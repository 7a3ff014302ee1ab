#include "driver/lsp/server.h"

#include "base/format.h"
#include "driver/lsp/workspace.h"
#include "render/uris.h"

#include <algorithm>
#include <utility>

namespace osaca::driver::lsp {

namespace {

constexpr std::size_t most_open_bytes = std::size_t{512} << 20U; ///< of all open documents together

Refusal refused(ErrorCode code, std::string reason) { return {nullptr, code, std::move(reason)}; }

} // namespace

void Server::receive(const std::string &content) {
  std::variant<Message, Refusal> read = message_in(content);
  if (const Refusal *refusal = std::get_if<Refusal>(&read))
    return send(failure_of(refusal->id, refusal->code, refusal->reason));
  Message &message = std::get<Message>(read);
  if (message.method == "$/cancelRequest")
    return cancel(message.params);
  waiting_.push_back({std::move(message), content.size()});
  waiting_bytes_ += content.size();
}

void Server::cancel(const Json &params) {
  if (!params.is_object() || !params.contains("id"))
    return;
  const auto found = std::ranges::find_if(waiting_, [&](const Waiting &waiting) {
    return waiting.message.kind == Message::Kind::request && waiting.message.id == params["id"];
  });
  if (found == waiting_.end())
    return; // it has been answered already
  send(failure_of(found->message.id, ErrorCode::request_cancelled, "cancelled"));
  waiting_bytes_ -= found->bytes;
  waiting_.erase(found);
}

void Server::work() {
  if (waiting_.empty() || exit_status_)
    return;
  const Waiting next = std::move(waiting_.front());
  waiting_.pop_front();
  waiting_bytes_ -= next.bytes;
  handle(next.message);
}

void Server::handle(const Message &message) {
  switch (message.kind) {
  case Message::Kind::response: return handle_response(message);
  case Message::Kind::notification: return handle_notification(message);
  case Message::Kind::request: break;
  }
  const Answer answered = answer(message);
  send(answered.refused ? failure_of(message.id, answered.refused->code, answered.refused->reason)
                        : reply_to(message.id, answered.result));
}

Server::Answer Server::answer(const Message &request) {
  if (phase_ == Phase::shut_down)
    return {nullptr, refused(ErrorCode::invalid_request, "the server is shutting down")};
  if (request.method == "initialize") {
    if (phase_ != Phase::fresh)
      return {nullptr, refused(ErrorCode::invalid_request, "the server is already initialized")};
    return {initialize(request.params)};
  }
  if (phase_ == Phase::fresh)
    return {nullptr, refused(ErrorCode::server_not_initialized, "the server is not initialized yet")};
  if (request.method == "shutdown") {
    phase_ = Phase::shut_down;
    return {nullptr};
  }
  if (request.method == "textDocument/inlayHint")
    return answer_hints(request);
  if (request.method == "textDocument/hover")
    return answer_hover(request);
  return {nullptr, refused(ErrorCode::method_not_found, "the server does not support this method")};
}

Json Server::initialize(const Json &params) {
  client_ = client_of(params);
  phase_ = Phase::running;
  problem_with_root_ = build_.open(client_.root);
  return capabilities(client_, version_);
}

Server::Answer Server::answer_hints(const Message &request) {
  const Expected<RangeInDocument> asked = range_in_document(request.params);
  if (!asked)
    return {nullptr, refused(ErrorCode::invalid_params, asked.error().message)};
  load_if_due();
  OpenFile *open = open_file(asked->uri);
  const Loops::File *file = open == nullptr ? nullptr : loops_->find(open->path());
  return {file == nullptr ? Json::array() : inlay_hints(*open, *file, asked->range, client_.encoding)};
}

Server::Answer Server::answer_hover(const Message &request) {
  const Expected<PlaceInDocument> asked = place_in_document(request.params);
  if (!asked)
    return {nullptr, refused(ErrorCode::invalid_params, asked.error().message)};
  load_if_due();
  OpenFile *open = open_file(asked->uri);
  const Loops::File *file = open == nullptr ? nullptr : loops_->find(open->path());
  return {file == nullptr ? Json(nullptr) : hover(*open, *file, *loops_, asked->position, client_)};
}

void Server::handle_notification(const Message &notification) {
  if (notification.method == "exit") {
    exit_status_ = phase_ == Phase::shut_down ? 0 : 1;
    return;
  }
  if (phase_ != Phase::running)
    return;
  if (notification.method == "initialized") {
    if (problem_with_root_)
      send(shown_message(MessageType::warning, "osaca: " + problem_with_root_->text()));
    if (client_.other_folders > 0)
      send(shown_message(MessageType::info, "osaca: only the first folder of the workspace is used: " + client_.root));
    begin_to_load();
  } else if (notification.method == "textDocument/didOpen") {
    open_document(notification.params);
  } else if (notification.method == "textDocument/didChange") {
    change_document(notification.params);
  } else if (notification.method == "textDocument/didClose") {
    close_document(notification.params);
  } else if (notification.method == "textDocument/didSave" ||
             notification.method == "workspace/didChangeWatchedFiles") {
    look();
  }
}

void Server::open_document(const Json &params) {
  const Expected<OpenedDocument> opened = opened_document(params);
  if (!opened)
    return send(logged_message(MessageType::warning, opened.error().message));
  std::size_t bytes = opened->text.size();
  for (const auto &[uri, open] : open_)
    bytes += open.document().size_bytes();
  if (bytes > most_open_bytes)
    return send(shown_message(MessageType::warning,
                              "osaca: the open documents are too large: nothing is shown in " + opened->uri));
  const std::optional<std::string> file = file_of_uri(opened->uri);
  OpenFile open(opened->uri, file ? build_.path_of(*file) : "", Document(opened->text, opened->version));
  publish(open_.insert_or_assign(opened->uri, std::move(open)).first->second);
}

void Server::change_document(const Json &params) {
  const Expected<ChangedDocument> changed = changed_document(params);
  if (!changed)
    return send(logged_message(MessageType::warning, changed.error().message));
  if (OpenFile *open = open_file(changed->uri)) {
    open->apply(changed->changes, changed->version, client_.encoding);
    publish(*open);
  }
}

void Server::close_document(const Json &params) {
  const Expected<std::string> uri = uri_of_document(params);
  if (!uri)
    return send(logged_message(MessageType::warning, uri.error().message));
  if (open_.erase(*uri) > 0)
    send(notification("textDocument/publishDiagnostics", {{"uri", *uri}, {"diagnostics", Json::array()}}));
}

OpenFile *Server::open_file(const std::string &uri) {
  const auto found = open_.find(uri);
  return found == open_.end() ? nullptr : &found->second;
}

void Server::publish(OpenFile &open) {
  if (!loops_)
    return; // wait until there are reports
  const Loops::File *file = loops_->find(open.path());
  Json params = {{"uri", open.uri()},
                 {"diagnostics", file == nullptr ? Json::array() : diagnostics(open, *file, client_)}};
  if (open.document().version())
    params["version"] = *open.document().version();
  send(notification("textDocument/publishDiagnostics", std::move(params)));
}

// Reading the build's reports, and the messages about it.

namespace {

Json progress_step(const Json &token, Json value) {
  return notification("$/progress", {{"token", token}, {"value", std::move(value)}});
}

std::string token_of(int number) { return format_text("osaca-reports-{}", number); }

} // namespace

bool Server::look() {
  if (phase_ != Phase::running || !loops_ || load_is_due_)
    return false;
  const BuildSource::State state = build_.state();
  if (state == BuildSource::State::has_news)
    begin_to_load();
  return state == BuildSource::State::at_work;
}

/// A client that shows progress has to agree first, so load() is called when its response arrives.
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

void Server::handle_response(const Message &response) {
  if (!waits_for_progress_ || response.id != Json(token_of(progress_number_)))
    return;
  waits_for_progress_ = false;
  if (load_is_due_)
    load(!response.is_failure);
}

/// Loads now if a request arrives before the client's response.
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
  log_reports(reports);
  loops_ = Loops(std::move(reports));
  if (with_progress)
    send(progress_step(token, {{"kind", "end"}}));
  for (auto &[uri, open] : open_) {
    open.forget_lines();
    publish(open);
  }
  if (client_.refreshes_hints)
    send(request(format_text("osaca-hints-{}", ++refresh_number_), "workspace/inlayHint/refresh", nullptr));
}

void Server::log_reports(const BuildReports &reports) {
  for (const std::string &line : reports.log)
    send(logged_message(MessageType::log, line));
  if (reports.lack != Lack::nothing && reports.lack != said_lack_)
    send(shown_message(MessageType::info, "osaca: " + reports.remark));
  said_lack_ = reports.lack;
}

} // namespace osaca::driver::lsp
