// `osaca lsp`: a language server on standard input and output. The server itself is in driver/lsp.
#include "base/format.h"
#include "driver/command_line/messages.h"
#include "driver/commands/commands.h"
#include "driver/commands/reference_files.h"
#include "driver/commands/report_build.h"
#include "driver/files/files.h"
#include "driver/lsp/json_rpc.h"
#include "driver/lsp/server.h"
#include "osaca/models.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <poll.h>
#include <unistd.h>

namespace osaca::driver {
namespace {

constexpr const char *about_lsp =
    "Shows the loops of a build in an editor. This is a language server (LSP 3.17) on standard input and output, which "
    "editors start. It provides inlay hints at loops, diagnostics for findings, and hovers with the bounds.";

constexpr const char *lsp_footer = R"(
Paths are relative to the folder that is open in the editor. Without a path, the server
searches that folder for build folders of CMake, Ninja or Meson, and uses the one that
was built last. If there is none, it uses the open folder itself, provided that it has
a makefile. Objects are read again when they change. The settings in .osaca.yml and
comments 'osaca: ignore[rule]' apply.

Exit status: 0 the editor shut the server down; 1 the connection ended without a
shutdown; 2 wrong options, or the input is not LSP.

Examples, as in the settings of an editor:
  osaca lsp                                  search for the build folder
  osaca lsp build/release
  osaca lsp --arch zen4 --baseline ci/loops.json build)";

struct LspOptions {
  ReportBuildOptions build;
  std::string tolerance;
  bool stdio = false;
};

void declare_lsp(OptionSet &options, LspOptions &chosen) {
  options.texts = {"osaca lsp", about_lsp, lsp_footer};
  options
      .option("paths", chosen.build.paths,
              "ELF objects, static archives, reports in JSON, or folders that contain these")
      .called("PATH...");
  options.list("--arch", chosen.build.archs, "show only these cores of the build").called("NAME");
  options
      .option("--baseline", chosen.build.baseline,
              "compare with the loops in this file, and hide the findings that it accepts (default: the baseline of "
              ".osaca.yml)")
      .called("FILE");
  options
      .option("--tolerance", chosen.tolerance,
              "ignore changes up to this size (default: the tolerance of .osaca.yml, else 5%)")
      .called("N%");
  add_profile_options(options, chosen.build.profile);
  add_source_options(options, chosen.build.sources);
  options.flag("--stdio", chosen.stdio, "has no effect; accepted because some editors pass it");
}

/// Standard input and output. All available input is read first, so that a request can be cancelled before its turn.
class Connection {
public:
  explicit Connection(ReportBuildOptions options)
      : build_(std::move(options)),
        server_(build_, OSACA_VERSION, [this](const std::string &content) { write(content); }) {}

  int run() {
    while (!server_.exit_status() && !is_over_) {
      const bool is_idle = server_.waiting() == 0;
      const int ready = server_.waiting_bytes() < most_waiting_bytes ? wait(is_idle ? wait_ms_ : 0) : 0;
      if (ready > 0)
        take_in();
      else if (is_idle)
        look();
      else
        server_.work();
    }
    while (!server_.exit_status() && server_.waiting() > 0)
      server_.work(); // process what arrived before the end
    if (is_unintelligible_)
      return unusable_input;
    return server_.exit_status().value_or(1);
  }

private:
  static constexpr int usual_wait_ms = 500;
  static constexpr std::size_t most_waiting_bytes = std::size_t{8} << 20U;

  static int wait(int wait_ms) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    const int ready = ::poll(&input, 1, wait_ms);
    return ready < 0 && errno != EINTR ? 1 : ready; // read() will report the error
  }

  void take_in() {
    std::array<char, std::size_t{64} << 10U> bytes;
    const ssize_t got = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR)
      return;
    is_over_ = got <= 0;
    if (is_over_)
      return;
    framing_.feed({bytes.data(), static_cast<std::size_t>(got)});
    while (const std::optional<lsp::Framing::Item> item = framing_.next())
      take(*item);
  }

  void take(const lsp::Framing::Item &item) {
    if (const auto *content = std::get_if<std::string>(&item)) {
      server_.receive(*content);
    } else if (const auto *large = std::get_if<lsp::Framing::TooLarge>(&item)) {
      server_.refuse(lsp::ErrorCode::invalid_request, format_text("a message of {} bytes is too large", large->bytes));
    } else {
      const std::string &reason = std::get<lsp::Framing::Lost>(item).reason;
      server_.refuse(lsp::ErrorCode::parse_error, reason);
      complain(format_text("the standard input is not LSP: {} (this command is for editors)", reason));
      is_over_ = is_unintelligible_ = true;
    }
  }

  /// Spends at most a fiftieth of the time on looking for new reports.
  void look() {
    using std::chrono::milliseconds;
    const auto begin = std::chrono::steady_clock::now();
    const bool has_news = server_.look();
    const auto took = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - begin);
    wait_ms_ = static_cast<int>(std::clamp<std::int64_t>(took.count() * 50, has_news ? 200 : usual_wait_ms, 60000));
  }

  void write(const std::string &content) {
    if (!is_unwritable_ && write_output("-", lsp::framed(content)))
      is_over_ = is_unwritable_ = true;
  }

  ReportBuild build_;
  lsp::Server server_;
  lsp::Framing framing_;
  int wait_ms_ = usual_wait_ms;
  bool is_over_ = false;
  bool is_unwritable_ = false;
  bool is_unintelligible_ = false;
};

int run_lsp(LspOptions options) {
  if (!options.tolerance.empty()) {
    options.build.tolerance_percent = tolerance_percent_of(options.tolerance);
    if (!options.build.tolerance_percent)
      return unusable_input;
  }
  for (std::string &arch : options.build.archs) {
    const Expected<ModelDetails> model = model_details(arch);
    if (!model) {
      complain(model.error());
      return unusable_input;
    }
    arch = model->info.name;
  }
  if (::isatty(STDIN_FILENO) != 0)
    complain("note: this command is for editors and waits for their messages on standard input ('osaca lsp --help' "
             "explains it)");
  return Connection(std::move(options.build)).run();
}

} // namespace

const Command lsp_command =
    command<LspOptions, declare_lsp, run_lsp>("lsp", "show loops, findings and bounds in an editor");

} // namespace osaca::driver
