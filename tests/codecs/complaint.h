// What tests of files share: what is said of a file that cannot be read or written.
#pragma once

#include <QString>

#include <concepts>
#include <string>

#include "core/base/error.h"
#include "ui/files/image_file.h"

namespace lightbench::tests {

/// The message of an action that must fail for a file; empty if it did not.
template <std::invocable Action> std::string complaint(Action action) {
    try {
        action();
    } catch (const Error& error) {
        return error.kind() == ErrorKind::Input ? error.what() : "";
    }
    return {};
}

/// That of loading an image.
inline QString complaint(const QString& file) {
    return QString::fromStdString(complaint([&] { loadImage(file); }));
}

} // namespace lightbench::tests
