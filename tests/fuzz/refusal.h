// What every program that fuzzes a reader of texts expects of it: it reads a text, or refuses it with an error that a
// user can read. Everything else ends the program, so that libFuzzer keeps the input.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "core/base/error.h"
#include "core/base/text.h"

namespace lightbench::tests {

[[noreturn]] inline void stop(const char* why) {
    std::fprintf(stderr, "%s\n", why);
    std::abort();
}

/// The bytes that libFuzzer gives, as text.
inline std::string_view textOf(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

/// What `read` returns; nothing if it throws an Error about its input. The message must be one readable line.
template <class Read> auto readOrRefused(const Read& read) -> std::optional<decltype(read())> {
    try {
        return read();
    } catch (const Error& error) {
        const std::string_view message = error.what();
        if (error.kind() != ErrorKind::Input && error.kind() != ErrorKind::Usage) stop("The error is of a wrong kind.");
        if (message.empty() || message.find('\n') != message.npos) stop("The error's message is not one line.");
        if (!isUtf8(message)) stop("The error's message is not UTF-8.");
        return std::nullopt;
    }
}

} // namespace lightbench::tests
