// The Log tab: every run, warning and error with its time; details such as build logs open beneath the line.
#pragma once

#include <QTreeWidget>

#include "core/run/report.h"
#include "ui/state/lab_context.h"
#include "ui/state/messages.h"

namespace lightbench {

class LogPanel : public QTreeWidget {
    Q_OBJECT

public:
    /// Keeps what is said to the user, and a line for each run. Its title has a sign while an error is unseen.
    explicit LogPanel(const LabContext& lab, QWidget* parent = nullptr);
    void add(LogKind kind, const QString& text, const QString& details = {});
    /// The selected entries, or all if none is, with their details, to the clipboard.
    void copy() const;
    QString text(const QList<QTreeWidgetItem*>& entries) const;

protected:
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void addRun(const Report& report);
    void colourEntry(QTreeWidgetItem* entry) const;
    static constexpr int longest = 1000; ///< entries kept
};

} // namespace lightbench
