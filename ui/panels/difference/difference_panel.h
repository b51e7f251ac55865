// The panel "Difference from reference": whether the device's result equals the reference, where it differs, and by
// how much. addPanels (ui/lab/panels.h) creates it. It follows Results, and compares settings A and B on a background
// thread while both are shown.
#pragma once

#include <QPoint>
#include <QWidget>

#include <array>
#include <optional>

#include "ui/display/latest_task.h"
#include "ui/state/session/results.h"

class QLabel;
class QPushButton;
class QTableWidget;

namespace lightbench {

class DifferencePanel : public QWidget {
    Q_OBJECT

public:
    /// Shows the figures of the stage chosen in `results`, and can choose another. If the report lacks the chosen
    /// stage, the panel shows the whole chain.
    explicit DifferencePanel(Results& results, QWidget* parent = nullptr);

signals:
    void showPixel(QPoint pixel); ///< the first mismatch was clicked
    void checkRequested();        ///< the user wants to turn checking on
    void cardRequested(int row);  ///< the user double-clicked a stage to see its settings

private:
    enum Figure { Largest, Mean, Psnr, Channels, Mismatched, Nans, First, FigureCount };
    void buildFigures();
    void buildSources();
    void refresh();
    void refreshShown();
    void refreshOffer();
    QString noteText(bool checked, bool nothing) const;
    void refreshVerdict();
    QString sentenceOf(const StageReport* stage) const;
    QString ownerOf(const StageReport* stage) const;
    const StageReport* worstSource() const;
    void refreshCompared();
    void compare();
    void refreshFigures(const Difference& difference);
    void refreshSources();
    /// True if the whole chain differs although every stage is within its tolerance: a warning, because no kernel is
    /// wrong.
    bool hasAccumulatedError() const;
    const StageReport* chosenStage() const { return stageAt(report(), results_.source()); }
    Difference shownDifference() const;
    Format shownFormat() const;

    const ReportPtr& report() const { return results_.report(); }
    bool wasChecked() const { return report() && report()->checked; }

    /// The comparison of B with A, while two settings are compared.
    struct Compared {
        ImagePtr a, b;
        std::optional<Difference> difference; ///< no value: not computed yet, or the shapes differ
    };

    Results& results_;
    Compared compared_;
    LatestTask comparing_;
    QLabel* heading_;
    QLabel* verdict_;
    QLabel* shown_; ///< the verdict of the stage whose figures are shown
    QWidget* figures_;
    std::array<QLabel*, FigureCount> names_{};
    std::array<QLabel*, FigureCount> values_{};
    QTableWidget* sources_;
    QLabel* note_;
    QPushButton* check_;
};

} // namespace lightbench
