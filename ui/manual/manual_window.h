// The manual in a window of its own: contents, search, pages with links and pictures. The command "manual" (F1) opens
// it at the page of what the user is looking at (manual_pages.h).
#pragma once

#include <QDialog>
#include <QString>

#include <vector>

#include "core/manual/manual.h"

class QLineEdit;
class QListWidget;
class QToolButton;

namespace lightbench {

class ManualBrowser;

class ManualWindow : public QDialog {
    Q_OBJECT

public:
    explicit ManualWindow(QWidget* parent);
    void showPage(const QString& page);
    ManualBrowser* browser() const { return browser_; }

private:
    struct Page {
        ManualEntry entry;
        QString title, text; ///< to search in
    };
    void fillContents();
    void find(const QString& text);
    void markPage(const QString& page);
    std::vector<Page> pages_; ///< in the order of the contents
    QLineEdit* field_;
    QListWidget* contents_;
    ManualBrowser* browser_;
    QToolButton* back_;
    QToolButton* forward_;
};

/// Shows the window's manual at a page, and creates it on the first call.
void showManual(const QString& page, QWidget* window);

} // namespace lightbench
