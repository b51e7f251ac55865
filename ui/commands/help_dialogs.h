// Help: one page with every filter and every key, searched by typing; and the about box.
#pragma once

#include <QDialog>
#include <QList>
#include <QString>

#include "ui/commands/command_table.h"

class QLineEdit;
class QTextBrowser;

namespace lightbench {

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

/// One such dialog for the parent, at that part. Keys that are no command's are told with those given.
void showHelp(const QList<KeyHelp>& keys, HelpDialog::Part part, QWidget* parent);
void showAbout(QWidget* parent);

} // namespace lightbench
