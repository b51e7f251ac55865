// The panel that says whether the device's result equals the CPU reference, where it does not, and by how much.
#pragma once

#include <QPoint>
#include <QWidget>

#include <array>
#include <optional>

#include "ui/display/latest_task.h"
#include "ui/state/results.h"

class QLabel;
class QPushButton;
class QTableWidget;

namespace lightbench {

class DifferencePanel : public QWidget {
    Q_OBJECT

public:
    /// Shows the figures of the stage that is chosen there, and chooses another. A chosen stage that is not in the
    /// report shows end to end.
    explicit DifferencePanel(Results& results, QWidget* parent = nullptr);
    ~DifferencePanel() override;

signals:
    void showPixel(QPoint pixel); ///< the first mismatch was clicked
    void checkRequested();        ///< the user asks to turn checking on
    void cardRequested(int row);  ///< a stage was double-clicked: its settings are to be seen

protected:
    void changeEvent(QEvent* event) override;

private:
    enum Figure { Largest, Mean, Psnr, Channels, Mismatched, Nans, First, FigureCount };
    void buildFigures();
    void buildSources();
    void refresh();
    void refreshShown();
    void refreshOffer();
    void refreshNote(bool checked, bool nothing);
    void refreshVerdict(const Difference& difference);
    void refreshCompared();
    void compare();
    void refreshFigures(const Difference& difference);
    void refreshSources();
    void followSource();
    /// End to end differs though no stage is beyond its tolerance: a warning, not a fault of any kernel.
    bool grewOnTheWay() const;
    const StageReport* chosenStage() const;
    Difference shownDifference() const;
    Format shownFormat() const;

    const ReportPtr& report() const { return results_.report(); }
    bool wasChecked() const { return report() && report()->checked; }

    /// B against A, while two settings are compared.
    struct Compared {
        ImagePtr a, b;
        std::optional<Difference> difference; ///< nothing yet, or they have different shapes
    };

    Results& results_;
    Compared compared_;
    LatestTask comparing_;
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
