// Gets the error message for a file that cannot be read or written. The tests of codecs and image files use it.
#pragma once

#include <QString>

#include <concepts>
#include <string>

#include "core/base/error.h"
#include "ui/files/image_file.h"

namespace lightbench::tests {

/// The message of an action that must fail with an input error; empty if it did not fail so.
template <std::invocable Action> std::string complaint(Action action) {
    try {
        action();
    } catch (const Error& error) {
        return error.kind() == ErrorKind::Input ? error.what() : "";
    }
    return {};
}

/// The message of loading an image.
inline QString complaint(const QString& file) {
    return QString::fromStdString(complaint([&] { loadImage(file); }));
}

} // namespace lightbench::tests
