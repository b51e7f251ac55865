// Names, lists of numbers and lists of kernels to text and back.
#include "core/experiment/row_values.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/text.h"

namespace lightbench {

namespace {
std::string listText(const std::vector<double>& values) {
    std::vector<std::string> texts;
    std::ranges::transform(values, std::back_inserter(texts), numberText);
    return joined(texts, " ");
}

/// The words of a text; blanks between them do not count.
std::vector<std::string_view> wordsOf(std::string_view text) {
    std::vector<std::string_view> words = split(text, " ");
    std::erase(words, "");
    return words;
}

std::vector<double> parseList(std::string_view text) {
    std::vector<double> values;
    for (const std::string_view word : wordsOf(text)) {
        const std::optional<double> value = parsedNumber(word);
        if (!value) fail(ErrorKind::Input, "\"" + shownText(word) + "\" in column samples_us is not a number");
        values.push_back(*value);
    }
    return values;
}
} // namespace

std::string statusName(PointStatus status) {
    switch (status) {
    case PointStatus::Winner: return "winner";
    case PointStatus::Tie: return "tie";
    case PointStatus::Slower: return "slower";
    case PointStatus::Dropped: return "dropped";
    case PointStatus::NotRaced: return "not raced";
    case PointStatus::NotRun: break;
    }
    return "not run";
}

std::optional<PointStatus> statusNamed(std::string_view name) {
    for (const PointStatus status : {PointStatus::NotRun, PointStatus::Winner, PointStatus::Tie, PointStatus::Slower,
                                     PointStatus::Dropped, PointStatus::NotRaced})
        if (statusName(status) == name) return status;
    return std::nullopt;
}

std::string samplesText(const Samples& samples) {
    if (samples.isEmpty()) return {};
    return listText(samples.warmUp) + "; " + listText(samples.racing) + "; " + listText(samples.confirmation);
}

Samples parseSamples(std::string_view text) {
    Samples samples;
    std::vector<double>* const lists[] = {&samples.warmUp, &samples.racing, &samples.confirmation};
    const std::vector<std::string_view> parts = split(text, ";");
    if (parts.size() > std::size(lists)) fail(ErrorKind::Input, "column samples_us has more than three lists");
    for (std::size_t i = 0; i < parts.size(); ++i)
        *lists[i] = parseList(parts[i]);
    return samples;
}

std::string kernelsText(const KernelTimes& kernels) {
    std::vector<std::string> texts;
    for (auto [name, us] : kernels) {
        std::ranges::replace(name, ' ', '-');
        texts.push_back(name + "=" + threeDigits(us));
    }
    return joined(texts, " ");
}

KernelTimes parseKernels(std::string_view text) {
    KernelTimes kernels;
    for (const std::string_view word : wordsOf(text)) {
        const std::size_t equals = word.rfind('=');
        const std::optional<double> us = equals == word.npos ? std::nullopt : parsedNumber(word.substr(equals + 1));
        if (!us)
            fail(ErrorKind::Input,
                 "\"" + shownText(word) + "\" in column kernels_us is not a kernel's name, = and its time");
        kernels.push_back({std::string(word.substr(0, equals)), *us});
    }
    return kernels;
}

} // namespace lightbench
