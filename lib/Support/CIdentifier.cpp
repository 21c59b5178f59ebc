//===- CIdentifier.cpp - Names of C functions -----------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Support/CIdentifier.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;

// clang-format off: one name per line would fill pages.

/// Keywords of C up to C23 and C++ up to C++20, alternative tokens included.
static constexpr llvm::StringLiteral keywords[] = {
    "_Alignas", "_Alignof", "_Atomic", "_BitInt", "_Bool", "_Complex",
    "_Decimal128", "_Decimal32", "_Decimal64", "_Generic", "_Imaginary",
    "_Noreturn", "_Pragma", "_Static_assert", "_Thread_local", "alignas",
    "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool",
    "break", "case", "catch", "char", "char16_t", "char32_t", "char8_t",
    "class", "co_await", "co_return", "co_yield", "compl", "concept", "const",
    "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype",
    "default", "delete", "do", "double", "dynamic_cast", "else", "enum",
    "explicit", "export", "extern", "false", "float", "for", "friend", "goto",
    "if", "inline", "int", "long", "mutable", "namespace", "new", "noexcept",
    "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private",
    "protected", "public", "register", "reinterpret_cast", "requires",
    "restrict", "return", "short", "signed", "sizeof", "static",
    "static_assert", "static_cast", "struct", "switch", "template", "this",
    "thread_local", "throw", "true", "try", "typedef", "typeid", "typename",
    "typeof", "typeof_unqual", "union", "unsigned", "using", "virtual", "void",
    "volatile", "wchar_t", "while", "xor", "xor_eq"};

/// Names from libc, from program startup, and from the headers that a compiled
/// library's header includes, unless LLVM's list of library functions contains
/// them.
static constexpr llvm::StringLiteral systemNames[] = {
    "DLContext", "DLDataType", "DLDataTypeCode", "DLDevice", "DLDeviceType",
    "DLManagedTensor", "DLTensor", "EOF", "NULL", "_Exit", "_edata", "_end",
    "_etext", "_exit", "_fini", "_init", "_start", "accept", "alarm",
    "aligned_alloc", "asctime", "assert", "at_quick_exit", "basename", "bind",
    "brk", "bsearch", "chdir", "clearenv", "clock", "close", "connect", "creat",
    "crypt", "ctime", "daemon", "data_start", "difftime", "dirname", "div",
    "dlclose", "dlopen", "dlsym", "dprintf", "drand48", "dup", "dup2", "edata",
    "end", "environ", "erfc", "err", "errno", "error", "etext", "execl",
    "execv", "execve", "fcntl", "fma", "fork", "freopen", "ftw", "gamma",
    "getc", "getcwd", "getline", "getopt", "getpid", "getppid", "glob",
    "gmtime", "hcreate", "hsearch", "index", "insque", "int16_t", "int32_t",
    "int64_t", "int8_t", "intmax_t", "intptr_t", "ioctl", "isalnum", "isalpha",
    "isatty", "iscntrl", "isgraph", "islower", "isprint", "ispunct", "isspace",
    "isupper", "isxdigit", "j0", "j1", "jn", "kill", "ldiv", "lfind", "lgamma",
    "link", "listen", "lldiv", "llrint", "llround", "localeconv", "localtime",
    "longjmp", "lrand48", "lrint", "lround", "lsearch", "lseek", "madvise",
    "mblen", "mbtowc", "mkfifo", "mlock", "mmap", "mprotect", "munmap",
    "nanosleep", "nice", "offsetof", "optarg", "optind", "pause", "pipe",
    "poll", "ppoll", "ptrdiff_t", "quick_exit", "raise", "rand", "random",
    "reboot", "recv", "regcomp", "remque", "rindex", "sbrk", "select", "send",
    "setenv", "setjmp", "setlocale", "shutdown", "sigaction", "signal",
    "signgam", "size_t", "sleep", "socket", "srand", "srandom", "stderr",
    "stdin", "stdout", "strerror", "strftime", "strsep", "strsignal", "symlink",
    "sync", "syscall", "sysconf", "tgamma", "time", "timezone", "tmpfile",
    "tmpnam", "tolower", "toupper", "truncate", "tsearch", "twalk", "tzname",
    "uint16_t", "uint32_t", "uint64_t", "uint8_t", "uintmax_t", "uintptr_t",
    "umask", "usleep", "va_arg", "va_end", "va_start", "vfork", "wait",
    "waitpid", "warn", "wcscpy", "wctomb", "y0", "y1", "yn"};

// clang-format on

static bool isReserved(StringRef identifier) {
  // Built once: building LLVM's list costs far more than searching it.
  static const llvm::TargetLibraryInfoImpl libraryFunctions(
      llvm::Triple("x86_64-unknown-linux-gnu"));
  llvm::LibFunc function;
  return identifier == "main" || llvm::is_contained(keywords, identifier) ||
         llvm::is_contained(systemNames, identifier) ||
         libraryFunctions.getLibFunc(identifier, function);
}

std::string mlir::reduce::makeCIdentifier(StringRef name) {
  std::string identifier;
  bool afterMultibyte = false;
  for (unsigned char byte : name) {
    // A UTF-8 sequence is one character: skip its continuation bytes.
    bool continues = afterMultibyte && (byte & 0xC0) == 0x80;
    afterMultibyte = byte >= 0x80;
    if (!continues)
      identifier += llvm::isAlnum(byte) ? byte : '_';
  }
  if (identifier.empty() || llvm::isDigit(identifier.front()))
    identifier.insert(0, "_");
  return isReserved(identifier) ? "reduce_" + identifier : identifier;
}
