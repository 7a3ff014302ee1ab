// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "captured.h"

#include <filesystem>

#include <nlohmann/json.hpp>

namespace osaca::conformance {
namespace {

using nlohmann::json;

CapturedLoop loop_of(const json &value) {
  CapturedLoop loop;
  loop.annotation = value.at("annotation");
  loop.header_line = value.at("header_line");
  for (const json &range : value.at("lines"))
    loop.lines.emplace_back(range.at(0), range.at(1));
  loop.innermost = value.at("innermost");
  loop.role = value.at("role");
  loop.source_iterations = value.at("source_iterations");
  return loop;
}

CapturedFunction function_of(const json &value) {
  CapturedFunction function;
  function.name = value.at("name");
  function.assembly = value.at("assembly");
  for (const json &instruction : value.at("lines"))
    function.instructions.emplace_back(instruction.at(0), instruction.at(1));
  for (const json &loop : value.at("loops"))
    function.loops.push_back(loop_of(loop));
  return function;
}

Captured capture_of(const json &document) {
  Captured capture;
  capture.isa = document.at("target").at("isa");
  const json &locations = document.at("locations");
  for (const json &value : document.at("annotations")) {
    CapturedAnnotation annotation;
    if (const int index = value.at("location"); index >= 0) {
      annotation.file = std::filesystem::path(locations.at(index).at("file").get<std::string>()).filename();
      annotation.line = locations.at(index).at("line");
    }
    annotation.status = value.at("status");
    annotation.reason = value.at("reason");
    capture.annotations.push_back(annotation);
  }
  for (const json &function : document.at("functions"))
    capture.functions.push_back(function_of(function));
  return capture;
}

} // namespace

std::optional<Captured> read_capture(const std::string &text) {
  try {
    return capture_of(json::parse(text));
  } catch (const json::exception &) {
    return std::nullopt;
  }
}

} // namespace osaca::conformance
