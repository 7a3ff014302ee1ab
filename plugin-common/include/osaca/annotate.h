/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Macros for C and C++ that mark loops for osaca. In builds without osaca's plugin the macros are empty, so that no
 * compiler warns about an unknown pragma.
 *
 *     #include <osaca/annotate.h>
 *
 *     OSACA_ANALYZE
 *     for (int i = 0; i < n; ++i)
 *       ...
 *
 *     OSACA_LOOP(expect(cycles <= 4.0 per iteration, arch zen4) no(divider))
 *     for (...)
 *
 * The macros expand to pragmas if OSACA_PLUGIN is defined. CMake's osaca_analyze() defines it for its targets. In other
 * builds, add -DOSACA_PLUGIN together with -fplugin=osaca.so. docs/use/expectations.md describes the clauses that the
 * parentheses may contain.
 */
#ifndef OSACA_ANNOTATE_H
#define OSACA_ANNOTATE_H

#ifdef OSACA_PLUGIN
#define OSACA_PRAGMA_(text) _Pragma(#text)
#define OSACA_ANALYZE OSACA_PRAGMA_(osaca analyze)
#define OSACA_LOOP(...) OSACA_PRAGMA_(osaca analyze __VA_ARGS__)
#else
#define OSACA_ANALYZE
#define OSACA_LOOP(...)
#endif

#endif
