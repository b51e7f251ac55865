// The panel that says whether the device's result equals the CPU reference, where it does not, and by how much.
#pragma once

#include <QPoint>
#include <QWidget>
#include <array>

#include "core/run/report.h"

class QLabel;
class QPushButton;
class QTableWidget;

namespace lightbench {

class DifferencePanel : public QWidget {
    Q_OBJECT

public:
    explicit DifferencePanel(QWidget* parent = nullptr);
    ~DifferencePanel() override;

    void setReport(ReportPtr report);
    /// True while the settings are newer than the report: the figures are dimmed.
    void setStale(bool stale);
    /// True while a check is running.
    void setChecking(bool checking);
    /// The stage whose figures are shown, by its index in the stack; -1 is end to end. One that is not in the report
    /// shows end to end.
    void setSource(int stackIndex);
    int source() const { return source_; }

signals:
    void sourceChosen(int stackIndex); ///< chosen by the user; -1: end to end
    void showPixel(QPoint pixel);      ///< the first mismatch was clicked
    void checkRequested();             ///< the user asks to turn checking on

protected:
    void changeEvent(QEvent* event) override;

private:
    enum Figure { Largest, Mean, Psnr, Channels, Mismatched, Nans, First, FigureCount };
    void buildFigures();
    void buildSources();
    void refresh();
    void refreshShown();
    void refreshVerdict(const Difference& difference);
    void refreshFigures(const Difference& difference);
    void refreshSources();
    /// End to end differs though no stage is beyond its tolerance: a warning, not a fault of any kernel.
    bool grewOnTheWay() const;
    const StageReport* chosenStage() const;
    Difference shownDifference() const;
    Format shownFormat() const;

    ReportPtr report_;
    int source_ = -1;
    bool stale_ = false, checking_ = false;
    QLabel* heading_;
    QLabel* verdict_;
    QWidget* figures_;
    std::array<QLabel*, FigureCount> names_{};
    std::array<QLabel*, FigureCount> values_{};
    QTableWidget* sources_;
    QLabel* note_;
    QPushButton* check_;
};

} // namespace lightbench
