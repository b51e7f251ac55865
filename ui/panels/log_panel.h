// The Log tab: every run, warning and error with its time; details such as build logs open beneath the line.
#pragma once

#include <QTreeWidget>

namespace lightbench {

enum class LogKind { Info, Warning, Error };

class LogPanel : public QTreeWidget {
    Q_OBJECT

public:
    explicit LogPanel(QWidget* parent = nullptr);
    void add(LogKind kind, const QString& text, const QString& details = {});
    /// Lines that a driver or its compiler printed: the first, with the others beneath it.
    void addDriverWords(const QString& text);
    /// The selected entries, or all if none is, with their details, to the clipboard.
    void copy() const;
    QString text(const QList<QTreeWidgetItem*>& entries) const;

signals:
    void entryAdded(lightbench::LogKind kind);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void colourEntry(QTreeWidgetItem* entry) const;
    static constexpr int longest = 1000; ///< entries kept
};

} // namespace lightbench
