// The help dialog, which lists and searches every filter and every key, and the about box. Help commands open them. The
// help is generated from the filter declarations and the command table.
#pragma once

#include <QDialog>
#include <QList>
#include <QString>

#include "core/framework/filter_catalog.h"
#include "ui/commands/command_table.h"
#include "ui/state/session/filter_store.h"

class QLineEdit;
class QTextBrowser;

namespace lightbench {

/// The filters and keys that match the text. A filter shows its formula, its parameters with ranges and defaults, and
/// its variants. An empty text matches all.
QString helpHtml(const QList<KeyHelp>& keys, const FilterCatalog& filters, const QString& text);

class HelpDialog : public QDialog {
    Q_OBJECT

public:
    enum Part { Filters, Keys };
    /// `filters` must outlive the dialog.
    HelpDialog(const QList<KeyHelp>& keys, const FilterStore& filters, QWidget* parent);
    void showPart(Part part);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void find(const QString& text);
    QList<KeyHelp> keys_;
    const FilterStore& filters_;
    QLineEdit* field_;
    QTextBrowser* page_;
};

/// Shows the parent's help dialog at that part and creates it if needed. `keys` comes from the command table; the
/// dialog adds keys that belong to no command.
void showHelp(const QList<KeyHelp>& keys, const FilterStore& filters, HelpDialog::Part part, QWidget* parent);
void showAbout(QWidget* parent);

} // namespace lightbench
