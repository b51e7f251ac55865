// What is known of how the picture that is shown differs from its reference: found in the background while somebody
// looks, with a place in the list of mismatches to walk through.
#pragma once

#include <QObject>
#include <QPoint>
#include <QString>

#include <memory>
#include <vector>

#include "core/compare/explanation.h"
#include "core/compare/metrics.h"
#include "core/compare/mismatch_list.h"
#include "ui/display/latest_task.h"

namespace lightbench {

class Results;

/// Of one result and its reference.
struct TruthFound {
    Explanation explanation;
    Metrics metrics;
    DifferenceHistogram histogram;
    std::vector<Mismatch> mismatches; ///< the first of them, at most Truth::mostListed
    std::vector<Tiling> tilings;
    Format format;
    bool isOfSettings = false; ///< B against A: neither is right or wrong
};

class Truth : public QObject {
    Q_OBJECT

public:
    /// What is listed to walk through: the list's memory has a bound, however much is wrong.
    static constexpr std::size_t mostListed = 10000;

    /// Follows the picture that is shown there: that of the chosen stage, or of the whole; while two settings are
    /// compared, that of B against that of A.
    explicit Truth(const Results& results, QObject* parent = nullptr);

    /// Somebody looks: what is shown is looked into from now on. Until then nothing is computed, unless a step asks for
    /// it.
    void setWatched(bool watched);
    /// Null: not looked into, or nothing to compare.
    const TruthFound* found() const { return found_.get(); }
    bool isBusy() const { return task_.isBusy(); }
    /// Why there is nothing to compare, a sentence; empty where there is.
    const QString& problem() const { return problem_; }
    /// There is a result with its reference.
    bool isComparable() const { return question_.actual && question_.expected; }

    /// In the list of mismatches, -1: at none yet.
    int position() const { return position_; }
    /// To the next mismatch in reading order, or the one before, around the end; looks first where nobody did.
    void step(int by);
    void choose(int row);
    /// To the pixel that is farthest from its reference.
    void chooseLargest();

signals:
    void changed();
    void positionChanged();
    void walkedTo(QPoint pixel);

private:
    struct Question {
        ImagePtr actual, expected;
        Tolerance tolerance;
        std::vector<Tiling> tilings;
        bool isOfSettings = false;
        bool isSame(const Question& other) const {
            return actual == other.actual && expected == other.expected && isOfSettings == other.isOfSettings;
        }
        std::shared_ptr<const TruthFound> found() const;
    };
    Question asked(QString& problem) const;
    void follow();
    void look();
    void take(std::shared_ptr<const TruthFound> found);

    const Results& results_;
    Question question_;
    QString problem_;
    std::shared_ptr<const TruthFound> found_;
    LatestTask task_;
    int position_ = -1;
    int stepWhenFound_ = 0;
    bool isWatched_ = false;
};

} // namespace lightbench
