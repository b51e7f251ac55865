// The exception for what users are told. It carries a kind (which decides the exit code), one readable line, details,
// and the stage and parameter that it belongs to. The command line prints it; the window shows it at that stage. Other
// exceptions become such an Error before a user sees them: OpenCL's in gpu, those of the worker's socket and process in
// app/worker, and those of the image libraries in core/codecs. std::logic_error means a mistake in this program, and
// std::bad_alloc that memory ran out.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace lightbench {

enum class ErrorKind {
    Usage,     ///< unknown name, value out of range, malformed text: exit code 2
    Input,     ///< a file that cannot be read or written, an image that cannot be used: exit code 2
    Device,    ///< no device, a limit exceeded, an OpenCL call that failed: exit code 3
    Build,     ///< a kernel that does not compile: exit code 3
    Cancelled, ///< stopped by the user
};

/// Tells errors of a kind apart for code that reacts to one of them.
enum class ErrorReason {
    Other,
    TooLarge,            ///< an image exceeds memory, or its size is implausible for its file: the caller may insist
    WritesBeyondBuffer,  ///< a kernel wrote in front of one of its buffers, or behind it
    TrialTooLong,        ///< a kernel ran too long on a small part of the image
    NeedsUsersPermission ///< a Python reference that the user has not allowed to run
};

/// `message` is one readable line: what is wrong and what to do. `details` (build log, OpenCL call, sizes) may have
/// many lines.
class Error : public std::runtime_error {
public:
    Error(ErrorKind kind, const std::string& message, std::string details = {})
        : std::runtime_error(message), kind_(kind), details_(std::move(details)) {}

    ErrorKind kind() const { return kind_; }
    const std::string& details() const { return details_; }

    /// The index of the stage in its stack, or -1 for none. `field` is the name of a parameter ("sigma", "variant",
    /// "workgroup"), empty for none.
    int stage = -1;
    std::string field;
    /// A text that was given, and a line of ^ below what is wrong in it (markedText); empty for none.
    std::string excerpt;
    ErrorReason reason = ErrorReason::Other;
    /// The file or filter that the message names, as it stands there; empty for none.
    std::string subject;
    /// The message lacks its subject, such as "is truncated". Whoever knows the subject adds it by withSubject().
    bool isPredicate = false;

private:
    ErrorKind kind_;
    std::string details_;
};

/// Throws an Error with one readable line; `field` names the parameter at fault.
[[noreturn]] inline void fail(ErrorKind kind, const std::string& message, const std::string& field = {}) {
    Error error(kind, message);
    error.field = field;
    throw error;
}

/// Throws an Error whose message lacks its subject, such as "is truncated".
[[noreturn]] inline void failPredicate(ErrorKind kind, const std::string& message, const std::string& field = {}) {
    Error error(kind, message);
    error.field = field;
    error.isPredicate = true;
    throw error;
}

/// Throws an Error whose message names a file or a filter already.
[[noreturn]] inline void failNaming(ErrorKind kind, const std::string& subject, const std::string& message,
                                    const std::string& field = {}) {
    Error error(kind, message);
    error.field = field;
    error.subject = subject;
    throw error;
}

/// The same error with a longer message; all else stays. Whoever knows the stage adds it so.
inline Error withPrefix(const Error& error, const std::string& prefix, const std::string& ending = {}) {
    Error longer = error;
    static_cast<std::runtime_error&>(longer) = std::runtime_error(prefix + error.what() + ending);
    return longer;
}

/// The same error, whose message names a file or a filter: "photo.png is truncated", "photo.npy: the array has ...".
/// It stays as it is if it names one already.
inline Error withSubject(const Error& error, const std::string& subject) {
    if (!error.subject.empty()) return error;
    Error complete = withPrefix(error, subject + (error.isPredicate ? " " : ": "));
    complete.subject = subject;
    complete.isPredicate = false;
    return complete;
}

} // namespace lightbench
