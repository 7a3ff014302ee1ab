// A language server without streams: it receives messages as text and passes its own messages to a function.
#pragma once

#include "driver/lsp/build_reports.h"
#include "driver/lsp/json_rpc.h"
#include "driver/lsp/protocol.h"
#include "driver/lsp/workspace.h"

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace osaca::driver::lsp {

class Server {
public:
  /// Called with the content of each message.
  using Send = std::function<void(const std::string &content)>;

  Server(BuildSource &build, std::string version, Send send)
      : build_(build), version_(std::move(version)), send_text_(std::move(send)) {}

  /// Queues a message for work(). A request that is cancelled before it is processed is answered at once.
  void receive(const std::string &content);
  /// Answers a message that cannot be accepted.
  void refuse(ErrorCode code, const std::string &reason) { send(failure_of(nullptr, code, reason)); }
  /// The number of messages that wait for work(), and the size of their contents.
  [[nodiscard]] std::size_t waiting() const { return waiting_.size(); }
  [[nodiscard]] std::size_t waiting_bytes() const { return waiting_bytes_; }
  /// Processes the next waiting message, if there is one.
  void work();
  /// Called when no messages are waiting: checks whether the build has new reports. True: it should be called again
  /// soon.
  bool look();

  /// Empty while the server runs. 0 if the client sent `shutdown` before `exit`, else 1.
  [[nodiscard]] std::optional<int> exit_status() const { return exit_status_; }

private:
  enum class Phase { fresh, running, shut_down };

  struct Answer { ///< to a request
    Json result;
    std::optional<Refusal> refused = {};
  };

  void send(const Json &message) { send_text_(text_of(message)); }
  void cancel(const Json &params);
  void handle(const Message &message);
  [[nodiscard]] Answer answer(const Message &request);
  [[nodiscard]] Answer answer_hints(const Message &request);
  [[nodiscard]] Answer answer_hover(const Message &request);
  [[nodiscard]] Json initialize(const Json &params);
  void handle_notification(const Message &notification);
  void open_document(const Json &params);
  void change_document(const Json &params);
  void close_document(const Json &params);
  void handle_response(const Message &response);

  void begin_to_load();
  void load(bool with_progress);
  void load_if_due();
  void log_reports(const BuildReports &reports);
  void publish(OpenFile &open);
  [[nodiscard]] OpenFile *open_file(const std::string &uri);

  BuildSource &build_;
  std::string version_;
  Send send_text_;
  Client client_;
  Phase phase_ = Phase::fresh;
  std::optional<int> exit_status_;
  struct Waiting {
    Message message;
    std::size_t bytes = 0;
  };
  std::deque<Waiting> waiting_;
  std::size_t waiting_bytes_ = 0;
  std::map<std::string, OpenFile> open_; ///< by URI
  std::optional<Loops> loops_;           ///< empty: nothing has been read yet
  std::optional<Error> problem_with_root_;
  Lack said_lack_ = Lack::nothing;
  int progress_number_ = 0; ///< of the last progress token
  int refresh_number_ = 0;
  bool waits_for_progress_ = false; ///< the client was asked to create a progress display
  bool load_is_due_ = false;
};

} // namespace osaca::driver::lsp
