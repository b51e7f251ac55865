// Help: one page with every filter and every key, searched by typing; and the about box.
#pragma once

#include <QDialog>
#include <QList>
#include <QString>

class QAction;
class QLineEdit;
class QTextBrowser;

namespace lightbench {

/// What a key does, under the heading of its menu.
struct KeyHelp {
    QString group, keys, text;
};

/// Keys of the actions, under their headings, and of what is no action.
struct ActionGroup {
    QString title;
    QList<QAction*> actions;
};
QList<KeyHelp> keysOf(const QList<ActionGroup>& groups);

/// Every filter that the text fits: formula, parameters with ranges and defaults, variants with their ideas; and every
/// key that it fits. An empty text fits all.
QString helpHtml(const QList<KeyHelp>& keys, const QString& text);

class HelpDialog : public QDialog {
    Q_OBJECT

public:
    enum Part { Filters, Keys };
    HelpDialog(const QList<KeyHelp>& keys, QWidget* parent);
    void showPart(Part part);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void find(const QString& text);
    QList<KeyHelp> keys_;
    QLineEdit* field_;
    QTextBrowser* page_;
};

void showAbout(QWidget* parent);

} // namespace lightbench
