// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "failed_report.h"

#include "json_writer.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace osaca {
namespace {

void append_number(std::string &bytes, std::uint64_t number, int size) {
  for (int i = 0; i < size; ++i)
    bytes += static_cast<char>(number >> (8 * i) & 0xFFU);
}

std::uint32_t adler32(const std::string &text) {
  constexpr std::uint32_t modulus = 65521;
  std::uint32_t a = 1;
  std::uint32_t b = 0;
  for (const char c : text) {
    a = (a + static_cast<unsigned char>(c)) % modulus;
    b = (b + a) % modulus;
  }
  return b << 16U | a;
}

/// zlib (RFC 1950) that holds the text in stored blocks (RFC 1951).
std::string stored_in_zlib(const std::string &text) {
  constexpr std::size_t longest_block = 0xFFFF;
  std::string out = "\x78\x01";
  std::size_t start = 0;
  do {
    const std::size_t size = std::min(longest_block, text.size() - start);
    out += start + size == text.size() ? '\1' : '\0';
    append_number(out, size, 2);
    append_number(out, ~size, 2);
    out.append(text, start, size);
    start += size;
  } while (start < text.size());
  const std::uint32_t sum = adler32(text);
  for (int byte = 3; byte >= 0; --byte)
    out += static_cast<char>(sum >> (8 * byte) & 0xFFU);
  return out;
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
  const std::string content = stored_in_zlib(json);
  std::string record("OSACA\r\n\x1a");
  append_number(record, 1, 4); // version of the format
  append_number(record, 1, 4); // zlib
  append_number(record, content.size(), 8);
  append_number(record, json.size(), 8);
  return record + content;
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
