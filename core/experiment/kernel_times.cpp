// Lists of names and numbers to text and back.
#include "core/experiment/kernel_times.h"

#include <algorithm>
#include <charconv>

#include "core/base/error.h"
#include "core/base/text.h"

namespace lightbench {

std::string kernelsText(const KernelTimes& kernels) {
    std::string text;
    for (auto [name, us] : kernels) {
        std::ranges::replace(name, ' ', '-');
        text += (text.empty() ? "" : " ") + name + "=" + threeDigits(us);
    }
    return text;
}

KernelTimes parseKernels(std::string_view text) {
    KernelTimes kernels;
    for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
        const std::string_view word = text.substr(0, text.find(' '));
        const std::size_t equals = word.rfind('=');
        const std::string_view digits = equals == std::string_view::npos ? "" : word.substr(equals + 1);
        double us = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), us);
        if (error != std::errc() || end != digits.data() + digits.size())
            fail(ErrorKind::Input,
                 "\"" + shownText(word) + "\" in column kernels_us is not a kernel's name, = and its time");
        kernels.push_back({std::string(word.substr(0, equals)), us});
        text.remove_prefix(word.size());
    }
    return kernels;
}

} // namespace lightbench
