// Puts what was compared and what was found into one sentence.
#include "core/run/check_text.h"

namespace lightbench {

std::string checkText(const StageReport& stage) {
    switch (stage.difference.verdict) {
    case Verdict::NotChecked: return {};
    case Verdict::NoReference: return stage.finding.empty() ? std::string() : "no reference: " + stage.finding;
    case Verdict::ReferenceWaits: return "waiting: " + stage.finding;
    case Verdict::ReferenceFailed: return "the reference failed: " + stage.finding;
    case Verdict::Match:
    case Verdict::WithinTolerance:
    case Verdict::Mismatch: break;
    }
    const bool hasReference = stage.finding.starts_with("on ") && stage.comparedWith != "itself";
    if (!stage.finding.empty()) return (hasReference ? "" : "no reference, but ") + stage.finding;
    return stage.comparedWith.empty() ? std::string() : "compared with " + stage.comparedWith;
}

} // namespace lightbench
