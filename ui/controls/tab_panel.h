// The base of the tabs below the image: a header with a line of text and buttons, the content, and a sentence in place
// of the content while there is none.
#pragma once

#include <QLabel>
#include <QVBoxLayout>
#include <QWidget>

#include "ui/controls/elided_label.h"

namespace lightbench {

class TabPanel : public QWidget {
    Q_OBJECT

public:
    /// The text in the header, the line below the content, and the sentence in place of the content; empty if not
    /// shown.
    QString status() const { return status_->text(); }
    QString readout() const { return readout_->text(); }
    QString emptyText() const { return empty_->isHidden() ? QString() : empty_->text(); }
    /// Small, because the smallest window gives the tabs little space.
    QSize minimumSizeHint() const override { return {240, 60}; }

protected:
    TabPanel(const QString& name, const char* id, QWidget* parent);
    /// Adds parts below the header, in order; they are hidden while there is nothing to show.
    void addContent(QWidget* part, int stretch = 0);
    /// Adds the readout to the content. A low panel has no room for it.
    void addReadout();
    /// Shows the content, or the sentence.
    void showContent(bool isThere, const QString& sentence);
    void showStatus(const QString& text, const QString& tip);
    /// Calls fill() while the panel is visible: each move of a slider changes what hidden panels would compute.
    void refresh();
    /// Shows what there is now. Called by refresh(), and when the panel appears.
    virtual void fill() {}
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

    QVBoxLayout* column_; ///< the header, the content, and the sentence last
    QHBoxLayout* header_;
    ElidedLabel* status_; ///< in the header; a panel may put widgets at both sides of it
    ElidedLabel* readout_;
    QLabel* empty_;

private:
    QList<QWidget*> content_;
    bool hasContent_ = false;
};

} // namespace lightbench
