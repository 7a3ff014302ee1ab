// How plugins run the driver.
#include "driver_client.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace osaca {
namespace {

ChildRequest shell(const std::string &script, int timeout_seconds) {
  ChildRequest request;
  request.program = "/bin/sh";
  request.arguments = {"-c", script};
  request.timeout_seconds = timeout_seconds;
  return request;
}

TEST(RunChild, EndsAChildThatTakesTooLong) {
  const ChildResult result = run_child(shell("sleep 60", 1));
  EXPECT_EQ(result.problem, "did not finish within 1 s");
}

TEST(RunChild, DoesNotCountTheTimeInWhichTheBuildIsSuspended) {
  const pid_t build = ::fork();
  if (build == 0) {
    ::setpgid(0, 0);
    const ChildResult result = run_child(shell("sleep 0.5; echo complete", 2));
    ::_exit(result.problem.empty() && result.output == "complete\n" ? 0 : 1);
  }
  ::setpgid(build, build);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  ::kill(-build, SIGSTOP);
  std::this_thread::sleep_for(std::chrono::seconds(3));
  ::kill(-build, SIGCONT);
  int status = 1;
  ::waitpid(build, &status, 0);
  EXPECT_EQ(status, 0);
}

} // namespace
} // namespace osaca
