// What the image view shows without an image: how to open one, and sample pictures to start with. ImageView shows it.
#pragma once

#include <QList>
#include <QWidget>

#include "ui/files/sample_item.h"

class QGridLayout;
class QSpacerItem;
class QLabel;
class QScrollArea;
class QToolButton;

namespace lightbench {

class EmptyState : public QWidget {
    Q_OBJECT

public:
    explicit EmptyState(QWidget* parent);
    void setSamples(const QList<SampleItem>& samples);
    /// Keeps a margin at the top for widgets that float over the view.
    void setTopMargin(int height);

signals:
    void sampleChosen(QString id);
    void openRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void applyColours();
    void arrangeSamples();
    QToolButton* sampleButton(const SampleItem& sample);
    QSize iconSize() const;

    QScrollArea* scroll_;
    QWidget* content_;
    QLabel* title_;
    QLabel* hint_;
    QLabel* samplesTitle_;
    QGridLayout* grid_;
    QList<QToolButton*> buttons_;
    QSpacerItem* topSpacer_;
    int columns_ = 0;
};

} // namespace lightbench
