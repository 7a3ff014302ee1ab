// Runs the loops of iterations.cc; what checks them is in iterations_main.c, with the table before it.
#include <cstddef>
#include <vector>

struct Point {
  float x, y, z;
};
extern "C" {
void check_line(const char *, int, long, long);
int finish_checks();
void add_double(std::vector<double> &);
void add_short(std::vector<short> &);
void add_both(std::vector<double> &, std::vector<short> &);
double squares(const std::vector<double> &);
void move(std::vector<Point> &);
}
int main() {
  constexpr std::size_t n = 10000;
  std::vector<double> a(n);
  std::vector<short> b(n);
  std::vector<Point> points(n);
  add_double(a), check_line("add_double", 0, n, 1);
  add_short(b), check_line("add_short", 0, n, 1);
  add_both(a, b), check_line("add_both", 0, 2 * n, 2);
  squares(a), check_line("squares", 0, n, 1);
  move(points), check_line("move", 0, n, 1);
  return finish_checks();
}
