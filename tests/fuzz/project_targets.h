// What a project says of its loops, and what is said of a project, fed with damaged input.
#pragma once

#include <string>

namespace osaca::test {

/// A report in JSON that becomes a collection and every form of it.
void collection(const std::string &input);

/// A report without details, as bytes of an index, that becomes a collection and every form of it.
void summary(const std::string &input);

/// A shard, which is merged.
void shard(const std::string &input);

/// Clauses of a pragma.
void expectations(const std::string &input);

/// `.osaca.yml`.
void settings(const std::string &input);

} // namespace osaca::test
