// The Truth panel. It explains the mismatches of the shown picture in words, as a histogram, in metrics, and as a list
// to step through. addPanels creates it.
#pragma once

#include <QWidget>

#include <vector>

class QLabel;
class QTableView;
class QToolButton;

namespace lightbench {

class DifferencePlot;
class ElidedLabel;
class Truth;
struct ResultColumn;

class TruthPanel : public QWidget {
    Q_OBJECT

public:
    explicit TruthPanel(Truth& truth, QWidget* parent = nullptr);
    QSize minimumSizeHint() const override;
    /// The explanation as plain text.
    QString findings() const;

signals:
    void sideBySideRequested();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* buildExplanation();
    QWidget* buildNavigation();
    QWidget* buildMetrics();
    std::vector<ResultColumn> mismatchColumns() const;
    QTableView* buildList();
    void refresh();
    void refreshMetrics();
    void refreshPosition();

    Truth& truth_;
    QLabel* explanation_;
    ElidedLabel* position_;
    QToolButton* sideBySide_;
    QToolButton* previous_;
    QToolButton* next_;
    QToolButton* largest_;
    DifferencePlot* plot_;
    QWidget* metrics_;
    std::vector<std::vector<QLabel*>> metricCells_; ///< one line per metric: name, value, formula
    QTableView* list_;
};

} // namespace lightbench
