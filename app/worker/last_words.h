// What a driver printed before it ended the worker. Drivers that give up say why in their last line or lines; what a
// crash in a kernel leaves behind says nothing. worker_ended.h uses it.
#pragma once

#include <string>
#include <string_view>

namespace lightbench {

struct LastWords {
    std::string line; ///< printable ASCII, at most 200 characters; empty if nothing was printed
    /// The line says why the process ended: a compiler or a driver gave up. False if anything may have been printed
    /// last, such as by a kernel, or if the C library found damaged memory.
    bool nameCause = false;
};

/// `output` is what a process printed, and `how` is how it ended, such as "by signal 6 (Aborted)".
LastWords lastWordsOf(std::string_view output, std::string_view how);

} // namespace lightbench
