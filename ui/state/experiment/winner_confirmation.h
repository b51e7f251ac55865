// Races a winner once more against the previous setting after the user applied it. The experiment panel uses it to show
// whether the result holds. It runs on the engine's thread.
#pragma once

#include "ui/state/experiment/experiment_runner.h"

namespace lightbench {

class WinnerConfirmation : public ExperimentRunner {
    Q_OBJECT

public:
    using ExperimentRunner::ExperimentRunner;
    /// `request`: the experiment's request. `taken`: the applied point. `promised`: that point's row. `before`: the
    /// stage with its previous setting.
    void start(ExperimentRequest request, const ExperimentPoint& taken, const Stage& before, const PointRow& promised);
    void forget();
    /// True while the image's stage still has the applied setting.
    bool isStill(const ImagePtr& image, const Stage& stage) const;
    /// The outcome as text, such as "confirmed: 0.686 ms now, 0.684 ms in the race; 0.911 ms with the setting before".
    /// Empty: nothing was applied.
    QString text() const;
    /// The median of that race; nothing before it has ended.
    std::optional<double> confirmedMs() const;

private:
    QString foundText() const;

    std::optional<PointRow> promised_;
};

} // namespace lightbench
