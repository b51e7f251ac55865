// Runs a stack on an image with the first OpenCL device, checks it, and saves the result:
//     example IN OUT "gaussian sigma=2 | invert"
#include <cstdio>
#include <string>

#include "core/base/error.h"
#include "core/codecs/image_file.h"
#include "core/filters/built_in_filters.h"
#include "core/run/stack_text.h"
#include "gpu/opencl_engine.h"

using namespace lightbench;

int main(int count, char** words) {
    if (count != 4) {
        std::fprintf(stderr, "usage: example IN OUT STACK\n");
        return 2;
    }
    try {
        const std::unique_ptr<Engine> engine = makeOpenClEngine();
        RunRequest request;
        request.image = loadImage(words[1]);
        request.filters = builtInFilters();
        request.stack = parseStack(words[3], request.filters);
        request.options.verify = true;
        const ReportPtr report = engine->run(request);
        for (const StageReport& stage : report->stages)
            std::printf("%s (%s): %.3f ms\n", stage.filter.c_str(), stage.variant.c_str(), stage.gpuMs);
        std::printf("%s\n", verdictName(report->verdict()).c_str());
        saveImage(*report->output, words[2]);
    } catch (const Error& error) {
        std::fprintf(stderr, "example: %s\n", error.what());
        return 1;
    }
}
