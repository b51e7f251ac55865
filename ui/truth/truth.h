// Explains how the shown picture differs from its reference. It computes in the background only while a panel shows it
// or a command needs it. It also keeps the position in the list of mismatches, which commands step through.
#pragma once

#include <QObject>
#include <QPoint>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

#include "core/compare/explanation.h"
#include "core/compare/metrics.h"
#include "core/compare/mismatch_list.h"
#include "core/run/grown_difference.h"
#include "ui/display/latest_task.h"

namespace lightbench {

class Results;

/// What was found for one result and its reference.
struct TruthResult {
    Explanation explanation;
    Metrics metrics;
    DifferenceHistogram histogram;
    std::vector<Mismatch> mismatches; ///< the first mismatches, at most Truth::maxListed
    std::vector<Tiling> tilings;
    Format format;
    bool comparesSettings = false; ///< B is compared with A, and neither is the reference
    /// Of the whole chain, if each stage is within its tolerance: then no kernel is wrong.
    std::optional<GrownDifference> grown{};
};

class Truth : public QObject {
    Q_OBJECT

public:
    /// The maximum number of listed mismatches, which bounds the memory.
    static constexpr std::size_t maxListed = 10000;

    /// Follows the picture shown by `results`: that of the chosen stage or of the whole stack. While two settings are
    /// compared, it compares B's picture with A's.
    explicit Truth(const Results& results, QObject* parent = nullptr);

    /// True: analyse every shown picture from now on. False: compute nothing until a step needs it.
    void setWatched(bool watched);
    /// The findings; null: not analysed, or nothing to compare.
    const TruthResult* found() const { return found_.get(); }
    bool isBusy() const { return task_.isBusy(); }
    /// Why nothing can be compared, as a sentence; empty if it can.
    const QString& problem() const { return problem_; }
    /// True if there is a result with its reference.
    bool isComparable() const { return question_.actual && question_.expected; }

    /// The position in the list of mismatches; -1: before the first step.
    int position() const { return position_; }
    /// Steps to the next or previous mismatch in reading order, around the end. It analyses the picture first if
    /// needed.
    void step(int by);
    void choose(int row);
    void chooseLargest();
    /// Goes to the pixel of an earlier stage that made the first mismatch of the whole chain.
    void showCause();

signals:
    void changed();
    void positionChanged();
    void walkedTo(QPoint pixel);
    void causeWanted(int stackIndex, QPoint pixel);

private:
    struct Question {
        ImagePtr actual, expected;
        Tolerance tolerance;
        std::vector<Tiling> tilings;
        bool comparesSettings = false;
        ReportPtr grownIn{}; ///< if the differences of its stages grew; null: they did not
        bool isSame(const Question& other) const {
            return actual == other.actual && expected == other.expected && comparesSettings == other.comparesSettings;
        }
        std::shared_ptr<const TruthResult> found() const;
    };
    Question asked(QString& problem) const;
    void follow();
    void look();
    void take(std::shared_ptr<const TruthResult> found);

    const Results& results_;
    Question question_;
    QString problem_;
    std::shared_ptr<const TruthResult> found_;
    LatestTask task_;
    int position_ = -1;
    int stepWhenFound_ = 0;
    bool isWatched_ = false;
};

} // namespace lightbench
