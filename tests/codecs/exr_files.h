// Reads OpenEXR files that lie in memory, for the tests that make them with the library.
#pragma once

#include <QStringList>

#include <vector>

#include "core/codecs/codecs.h"
#include "core/codecs/exr_stream.h"
#include "tests/codecs/memory_sink.h"
#include "tests/core/core_support.h"

namespace lightbench::tests {

using ExrBytes = std::vector<std::byte>;

inline const Codec& exrCodec() { return *codecBySuffix("exr"); }

inline DecodedImage exrRead(const ExrBytes& file) {
    return exrCodec().decode(file, [](const DecodingCost&) {});
}
inline QString exrComplaint(const ExrBytes& file) {
    return messageOf([&] { exrRead(file); });
}
inline QString exrNotes(const ExrBytes& file) {
    QStringList notes;
    for (const std::string& note : exrRead(file).notes)
        notes += QString::fromStdString(note);
    return notes.join(" | ");
}

} // namespace lightbench::tests
