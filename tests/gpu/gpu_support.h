// Helpers for tests of the OpenCL engine: noise images, requests, and the error that a run throws. Tests of filters on
// a device use them too.
#pragma once

#include <QTest>

#include <cstring>

#include "core/base/error.h"
#include "core/run/stack_text.h"
#include "core/run/verify.h"
#include "gpu/opencl_engine.h"
#include "tests/built_in_stacks.h"
#include "tests/conformance/conformance_cases.h"
#include "tests/conformance/declared_builtins.h"

namespace lightbench {

inline ImagePtr noiseImage(Size size, Format format = {SampleType::U8, 4}, std::uint32_t seed = 1) {
    return std::make_shared<const Image>(testImage({size, format}, Picture::Noise, seed));
}

inline RunRequest requestOf(ImagePtr image, std::string_view stack, RunOptions options = {}) {
    return {{std::move(image), parseStack(stack), 0, builtInFilters()}, options};
}

/// A measurement of what `run` requests.
inline MeasureRequest measurementOf(const RunRequest& run, const MeasureOptions& options) { return {run, options}; }

inline bool sameSamples(const Image& a, const Image& b) {
    return a.shape() == b.shape() && std::memcmp(a.bytes().data(), b.bytes().data(), a.bytes().size()) == 0;
}

/// The Error that a run throws; fails the test if it throws none.
inline Error errorOf(Engine& engine, const RunRequest& request, const RunMonitor& monitor = {}) {
    try {
        engine.run(request, monitor);
    } catch (const Error& error) {
        return error;
    }
    QTest::qFail("the run should have thrown", __FILE__, __LINE__);
    return Error(ErrorKind::Usage, "nothing was thrown");
}

} // namespace lightbench
