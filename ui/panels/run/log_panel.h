// The Log tab: every run, warning and error with its time, so that nothing is lost when a message goes. Details such as
// build logs open below their line. addPanels (ui/lab/panels.h) creates it; it listens to Messages and to runs.
#pragma once

#include <QStringList>
#include <QTreeWidget>

#include <set>

#include "core/run/report.h"
#include "ui/state/session/lab_context.h"
#include "ui/state/session/messages.h"

namespace lightbench {

class LogPanel : public QTreeWidget {
    Q_OBJECT

public:
    /// Records messages to the user and one line for each run. The tab's title has a mark while an error was
    /// neither seen nor cleared.
    explicit LogPanel(const LabContext& lab, QWidget* parent = nullptr);
    void add(LogKind kind, const QString& text, const QString& details = {}, ErrorTopic about = ErrorTopic::General);
    /// Copies the selected entries, or all if none is selected, with their details to the clipboard.
    void copy() const;
    QString text(const QList<QTreeWidgetItem*>& entries) const;

protected:
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void addRun(const Report& report);
    void colourEntry(QTreeWidgetItem* entry) const;
    void showMark();
    static constexpr int longest = 1000; ///< entries kept
    QStringList unproven_;               ///< why references failed or wait in the newest checked run
    std::set<ErrorTopic> unseen_;        ///< topics of the errors that were not seen, and not cleared since
};

} // namespace lightbench
