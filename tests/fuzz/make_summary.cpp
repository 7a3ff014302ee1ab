// make_summary REPORT.json OUT: the report without details, as the bytes of an index.
#include "osaca/read_report.h"
#include "report/summary_bytes.h"

#include <cstdio>
#include <fstream>
#include <sstream>

int main(int count, char **arguments) {
  if (count != 3)
    return 2;
  std::ostringstream json;
  json << std::ifstream(arguments[1]).rdbuf();
  const osaca::Expected<osaca::Report> report =
      osaca::read_report(json.str(), arguments[1], osaca::ReportDetail::summary);
  const std::optional<std::string> bytes = report ? osaca::bytes_of_summary(*report) : std::nullopt;
  if (!bytes) {
    std::fprintf(stderr, "%s has no summary\n", arguments[1]);
    return 1;
  }
  std::ofstream(arguments[2], std::ios::binary) << *bytes;
}
