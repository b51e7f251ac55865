// The dialog with what Lightbench understood of a kernel file: a row for each argument, and what is still unknown. What
// the user corrects is used at once, kept, and written into the file on request. LabWindow opens it.
#pragma once

#include <QDialog>

#include "core/definition/argument_mapping.h"

class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;

namespace lightbench {

class OpenedKernels;

class MappingDialog : public QDialog {
    Q_OBJECT

public:
    /// `path` is that of a file that `kernels` has read. `kernels` must outlive the dialog.
    MappingDialog(OpenedKernels& kernels, QString path, QWidget* parent = nullptr);
    const QString& path() const { return path_; }

private:
    void fill();
    void addRow(QGridLayout* grid, const MappingRow& row);
    QWidget* chooserOf(const MappingRow& row, QWidget* parent);
    QLineEdit* lineOf(const MappingRow& row, QWidget* parent);
    void offer(const std::string& argument, const QString& line);
    void correct(const std::string& subject, const QString& line);
    void write();
    bool isAgreed(const QString& lines);
    template <class Work> void tried(const Work& work);

    OpenedKernels& kernels_;
    const QString path_;
    QLabel* head_;
    QScrollArea* scroll_;
    QLabel* error_;
    QPushButton *write_, *forget_;
    std::string lines_;   ///< that could be written into the file
    std::string changed_; ///< the subject that the user chose last, whose line gets the focus
};

} // namespace lightbench
