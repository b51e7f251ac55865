// Says that a file was changed on disk while its text was edited, and offers either text. SourcePanel creates it.
#pragma once

#include <QFrame>

class QLabel;

namespace lightbench {

class KernelTexts;

class ConflictBar : public QFrame {
    Q_OBJECT

public:
    explicit ConflictBar(KernelTexts& texts, QWidget* parent = nullptr);
    /// Hidden if the file is not in conflict, or the path is empty.
    void refreshFor(const QString& path);

private:
    KernelTexts& texts_;
    QString path_;
    QLabel* text_;
};

} // namespace lightbench
