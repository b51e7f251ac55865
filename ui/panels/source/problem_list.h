// The errors and warnings of a kernel file in a few lines below its text. A click on one shows its place. SourcePanel
// creates it.
#pragma once

#include <QListWidget>

#include <vector>

#include "ui/state/files/kernel_texts.h"

namespace lightbench {

class ProblemList : public QListWidget {
    Q_OBJECT

public:
    explicit ProblemList(QWidget* parent = nullptr);
    /// Hidden if there are none.
    void show(const std::vector<KernelProblem>& problems);

signals:
    void chosen(const lightbench::KernelProblem& problem);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void colour();
    void fitHeight();
    std::vector<KernelProblem> problems_;
};

} // namespace lightbench
