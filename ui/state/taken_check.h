// What a stage was given after an experiment, raced once more against what it had: whether the experiment kept its
// promise, and what taking its word has gained.
#pragma once

#include <QObject>

#include "ui/state/experiment_runner.h"

namespace lightbench {

class TakenCheck : public QObject {
    Q_OBJECT

public:
    /// The thread must outlive it.
    explicit TakenCheck(EngineThread& thread, QObject* parent = nullptr);

    /// `order`: of the experiment; `taken`: its point, and `promised` that one's row; `before`: its stage with what it
    /// had until then.
    void start(ExperimentOrder order, const ExperimentPoint& taken, const Stage& before, const PointRow& promised);
    void forget();
    /// In words: "confirmed: 0.686 ms now, 0.684 ms in the race; 0.911 ms with the setting before". Empty: nothing was
    /// taken.
    QString text() const;
    /// The median of that race; nothing before it has ended.
    std::optional<double> takenMs() const;
    const ExperimentRunner& runner() const { return runner_; }

signals:
    void changed();

private:
    QString foundText() const;

    ExperimentRunner runner_;
    std::optional<PointRow> promised_;
};

} // namespace lightbench
