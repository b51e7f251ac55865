// Formats findings as paragraphs and metrics as a list.
#include "app/cli/explanation_text.h"

#include <cmath>
#include <vector>

#include "app/terminal/table.h"
#include "core/base/text.h"
#include "core/compare/ssim.h"

namespace lightbench {

namespace {
std::string findingsText(const Explanation& explanation) {
    std::string text;
    for (const Finding& finding : explanation.findings) {
        text += wrapped(patternName(finding.pattern) + ": " + finding.text, 2);
        if (!finding.hint.empty()) text += wrapped(finding.hint, 4);
    }
    return text;
}

std::string ssimText(const std::optional<double>& ssim) {
    if (ssim) return numberText(std::round(*ssim * 1e6) / 1e6);
    const std::string side = std::to_string(ssimWindow);
    return "not defined: the image is smaller than " + side + " x " + side + " pixels, or not all of it is numbers";
}

/// In the order of metricTexts().
std::vector<std::string> valuesOf(const Metrics& metrics) {
    const std::string psnr = std::isfinite(metrics.psnrDb) ? threeDigits(metrics.psnrDb) + " dB"
                             : std::isnan(metrics.psnrDb)  ? "not defined: not every difference is finite"
                                                           : "infinite (equal)";
    return {std::isinf(metrics.maxAbs) ? "infinite" : threeDigits(metrics.maxAbs),
            threeDigits(metrics.meanAbs),
            threeDigits(metrics.bias),
            threeDigits(metrics.rmse),
            psnr,
            ssimText(metrics.ssim)};
}

std::string metricsText(const Metrics& metrics) {
    std::string text;
    const std::vector<std::string> values = valuesOf(metrics);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const MetricText& what = metricTexts()[i];
        text += "  " + std::string(what.name) + " = " + values[i] + "\n";
        text += wrapped(std::string(what.formula) + ": " + std::string(what.meaning), 6);
        text += wrapped(std::string(what.source), 6);
    }
    return text;
}
} // namespace

std::string explanationText(const Explanation& explanation, const Metrics& metrics) {
    return "\nwhat it looks like (d = result - reference)\n" + findingsText(explanation) + "\nmetrics\n" +
           metricsText(metrics);
}

std::string explanationsText(std::span<const StageExplanation> stages) {
    std::string text;
    for (const StageExplanation& stage : stages) {
        text += "\n" + std::to_string(stage.stackIndex + 1) + " " + stage.filter + ": what it looks like\n" +
                findingsText(stage.explanation);
        if (stage.explanation.pixels > 0) text += metricsText(stage.metrics);
    }
    return text;
}

} // namespace lightbench
