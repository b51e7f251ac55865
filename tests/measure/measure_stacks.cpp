// Measures stacks one after the other, as it is asked: a line of text in, a line of JSON out. So a script can measure
// something else between two of them, with neither paying for the other's start.
//
//     measure_stacks [DEVICE]      IMAGE.npy <tab> REPEAT <tab> BUFFERS <tab> OPTIONS <tab> STACK
//
// OPTIONS are letters: c, the result is checked against its reference; a, the stack was measured just before.
#include <iostream>
#include <sstream>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/codecs/image_file.h"
#include "core/device/device_choice.h"
#include "core/run/stack_text.h"
#include "gpu/opencl_engine.h"
#include "tests/built_in_stacks.h"

using namespace lightbench;

namespace {
class Measuring {
public:
    explicit Measuring(std::string_view device)
        : engine_(makeOpenClEngine()), device_(deviceNamed(engine_->devices().devices, device).index) {}

    Json answer(const std::string& line) {
        try {
            return answerOf(engine_->measure(requestOf(line), {}));
        } catch (const Error& error) {
            return Json::Object{{"error", error.what()}};
        }
    }

private:
    MeasureRequest requestOf(const std::string& line) {
        std::istringstream words(line);
        auto next = [&, word = std::string()]() mutable {
            std::getline(words, word, '\t');
            return word;
        };
        MeasureRequest request;
        request.filters = builtInFilters();
        image_ = readImageFile(next()); // the same image again, so that the device has it already
        request.image = image_;
        request.device = device_;
        request.options.repeat = std::stoi(next());
        request.options.buffers = std::stoi(next());
        const std::string letters = next();
        request.options.check = letters.find('c') != letters.npos;
        request.options.again = letters.find('a') != letters.npos;
        request.stack = parseStack(next());
        return request;
    }

    static Json answerOf(const Measurement& measured) {
        const StageReport& last = measured.stages.back();
        return Json::Object{{"wall_us", measured.wallUs.median},
                            {"span_us", measured.spanUs.median},
                            {"variant", last.variant},
                            {"workgroup", workgroupText(last.workgroup)},
                            {"verdict", verdictName(measured.verdict())}};
    }

    std::unique_ptr<Engine> engine_;
    int device_;
    ImagePtr image_;
};
} // namespace

int main(int count, char** words) {
    try {
        Measuring measuring(count > 1 ? words[1] : "");
        for (std::string line; std::getline(std::cin, line);)
            std::cout << measuring.answer(line).text(JsonForm::OneLine) << std::flush;
    } catch (const std::exception& error) {
        std::cerr << "measure_stacks: " << error.what() << "\n";
        return 1;
    }
}
