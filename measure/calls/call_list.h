// The functions that `osaca measure calls` knows, with their signatures and classes of arguments.
#pragma once

#include "calls/call_signature.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure::calls {

/// How arguments are chosen, and what makes a call wait for the one before.
enum class CallKind {
  arithmetic, ///< arguments from ranges; the first one depends on the result
  storing,    ///< (number, address, ...); stores a result at each address, and no call depends on another
  copying,    ///< (destination, source, length); each call reads what the one before has written
  filling,    ///< (destination, value, length); no call depends on another
  comparing,  ///< (first, second, length) of equal bytes; the first address depends on the result
  scanning,   ///< (text) of a length; the address depends on the result
  allocation, ///< malloc of a size, followed by free; the size depends on the address
};

struct ValueRange {
  double low = 0;
  double high = 0;
};

struct ArgumentClass {
  std::string name;               ///< "typical"
  std::vector<ValueRange> ranges; ///< one for each argument; of memory functions one for the length
  bool is_whole = false;          ///< integers
};

/// "0.5 to 10", "x from 0.1 to 10, y from -3 to 3"
[[nodiscard]] std::string text_of(const ArgumentClass &of);

struct CallSubject {
  std::string name;    ///< the symbol
  std::string library; ///< as dlopen() takes it
  CallSignature signature;
  CallKind kind = CallKind::arithmetic;
  int element_bytes = 8;           ///< of a vector: 4 or 8
  std::string typical = "typical"; ///< the class for arguments that are not known
  std::vector<ArgumentClass> classes;
  int bytes_argument = 0; ///< see CallEntry
};

/// All functions of the C library whose calls are measured by default.
[[nodiscard]] std::vector<CallSubject> known_subjects();

/// The name, the signature and the width of elements in the name of a vector function: "_ZGVdN4v_sin". Empty `name`: it
/// is not such a name.
struct VectorName {
  std::string name; ///< "sin"
  CallSignature signature;
  int element_bytes = 8;
};
[[nodiscard]] VectorName vector_name(std::string_view symbol);

/// A function of the user's with arguments from these ranges; numbers from 0.5 to 10 for each argument without one.
[[nodiscard]] CallSubject users_subject(const std::string &library, const std::string &name,
                                        const CallSignature &signature, const std::vector<ValueRange> &ranges);

} // namespace osaca::measure::calls
