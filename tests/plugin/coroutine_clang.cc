// A loop that was computed at compile time, in a coroutine that was inlined: the reason is no remark of the inliner.
// Clang 15 to 21 cannot generate a coroutine twice (clang_compat.h).
// REQUIRES: clang && since-22, cxx
// RUN: %{folder}
// RUN: %{capture_cxx} -std=c++20 -O2 -c "%s" -o o.o
// RUN: %{show} annotations | FileCheck "%s" --implicit-check-not="inlined into"

#include <coroutine>
#include <utility>
struct Numbers {
  struct promise_type {
    int value;
    Numbers get_return_object() { return Numbers(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) { value = v; return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
  explicit Numbers(std::coroutine_handle<promise_type> h) : handle(h) {}
  Numbers(Numbers &&other) : handle(std::exchange(other.handle, nullptr)) {}
  ~Numbers() { if (handle) handle.destroy(); }
  bool next() { handle.resume(); return !handle.done(); }
};
Numbers iota(int n) {
// CHECK: pragma {{.*}}
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    co_yield i;
}
int sum(int n) {
  Numbers numbers = iota(n);
  int s = 0;
  while (numbers.next()) s += numbers.handle.promise().value;
  return s;
}
