// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "failed_report.h"

#include "json_writer.h"

#include <cstdint>
#include <cstdio>
#include <vector>

namespace osaca {
namespace {

void append_number(std::string &bytes, std::uint64_t number, int size) {
  for (int i = 0; i < size; ++i)
    bytes += static_cast<char>(number >> (8 * i) & 0xFFU);
}

} // namespace

std::string failed_report(const std::string &unit, const std::string &problem) {
  const std::vector<std::string> none;
  capture::JsonWriter out;
  out.object([&] {
    out.field("schema", "osaca-report-1");
    out.field("kernels", none);
    out.field("annotated", none);
    out.key("problems");
    out.array(std::vector<std::string>{problem}, [&](const std::string &message) {
      out.object([&] {
        out.field("file", unit);
        out.field("line", 0);
        out.field("column", 0);
        out.field("message", message);
      });
    });
  });
  return out.take() + "\n";
}

std::string record_of(const std::string &json) {
  constexpr std::uint64_t version = 1;
  constexpr std::uint64_t stored_as_it_is = 0;
  std::string record("OSACA\r\n\x1a");
  append_number(record, version, 4);
  append_number(record, stored_as_it_is, 4);
  append_number(record, json.size(), 8);
  append_number(record, json.size(), 8);
  return record + json;
}

void write_report_file(const std::string &file, const std::string &json) {
  const std::string part = file + ".part";
  std::remove(part.c_str());
  std::FILE *out = std::fopen(part.c_str(), "wbx"); // follows no link
  if (out == nullptr)
    return;
  const bool is_complete = std::fwrite(json.data(), 1, json.size(), out) == json.size();
  if (std::fclose(out) != 0 || !is_complete || std::rename(part.c_str(), file.c_str()) != 0)
    std::remove(part.c_str());
}

} // namespace osaca
