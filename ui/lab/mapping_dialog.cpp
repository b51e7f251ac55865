#include "ui/lab/mapping_dialog.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/definition/corrections.h"
#include "ui/controls/combo_box.h"
#include "ui/controls/layouts.h"
#include "ui/controls/text_line.h"
#include "ui/documents/opened_kernels.h"
#include "ui/files/file_name.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
enum Column { Name, Type, Meaning, Line, From, ColumnCount };

QLabel* cell(QWidget* parent, const QString& text, const char* role = "") {
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setProperty("role", role);
    return label;
}
} // namespace

MappingDialog::MappingDialog(OpenedKernels& kernels, QString path, QWidget* parent)
    : QDialog(parent), kernels_(kernels), path_(std::move(path)), head_(cell(this, {})), scroll_(new QScrollArea(this)),
      error_(textLine(this, "error", "mappingError")), write_(new QPushButton(tr("Write into the file…"), this)),
      forget_(new QPushButton(tr("Remove corrections"), this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("mapping"));
    setWindowTitle(tr("Arguments of %1").arg(shownFile(path_)));
    resize(1080, 600);
    write_->setObjectName(QStringLiteral("writeMapping"));
    write_->setToolTip(tr("Put guesses and corrections into the file as comment lines"));
    forget_->setObjectName(QStringLiteral("forgetMapping"));
    forget_->setToolTip(tr("Drop all corrections, so that only the file counts"));
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    auto* close = new QPushButton(tr("Close"), this);
    for (QPushButton* button : {write_, forget_, close})
        button->setAutoDefault(false); // Enter ends the entry of a line
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(write_);
    buttons->addWidget(forget_);
    buttons->addStretch(1);
    buttons->addWidget(close);
    auto* column = new QVBoxLayout(this);
    column->addWidget(head_);
    column->addWidget(scroll_, 1);
    column->addWidget(error_);
    column->addLayout(buttons);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    connect(write_, &QPushButton::clicked, this, &MappingDialog::write);
    connect(forget_, &QPushButton::clicked, this, [this] { tried([&] { kernels_.correct(path_, {}); }); });
    connect(&kernels, &OpenedKernels::fileRead, this, [this](const QString& file) {
        if (file == path_) fill();
    });
    fill();
}

/// Calls `work` and shows its error.
template <class Work> void MappingDialog::tried(const Work& work) {
    try {
        work();
        showTextOn(error_, {});
    } catch (const Error& problem) {
        showTextOn(error_, words(problem.what()));
    }
}

void MappingDialog::fill() {
    const FilterDefinition* definition = kernels_.newest(path_);
    if (!definition) return;
    std::vector<MappingRow> rows;
    tried([&] {
        rows = mappingRows(*definition);
        lines_ = unwrittenLines(understoodFileOf(*definition));
    });
    if (rows.empty()) return; // the error stays beside the rows of the last version
    auto* content = new QWidget(scroll_);
    auto* grid = layOut<QGridLayout>(content, -1, {0, 0, 8, 0});
    grid->setHorizontalSpacing(10);
    grid->setColumnStretch(Line, 1);
    const QStringList headings{tr("Argument"), tr("Type"), tr("Meaning"), tr("Line that says it"), tr("From")};
    for (int column = 0; column < ColumnCount; ++column)
        grid->addWidget(cell(content, headings[column], "dim"), 0, column);
    std::string kernel;
    for (const MappingRow& row : rows) {
        if (!row.kernel.empty() && row.kernel != std::exchange(kernel, row.kernel)) {
            QLabel* heading = cell(content, tr("Kernel %1").arg(words(row.kernel)), "heading");
            grid->addWidget(heading, grid->rowCount(), 0, 1, ColumnCount);
        }
        addRow(grid, row);
    }
    grid->setRowStretch(grid->rowCount(), 1);
    scroll_->setWidget(content);
    const auto open = std::ranges::count_if(rows, [](const MappingRow& row) { return !row.question.empty(); });
    head_->setText(open == 0   ? tr("Lightbench understood this. Choose another meaning where it is wrong, or change "
                                      "the line that says it.")
                   : open == 1 ? tr("One question is open. Answer it, and the kernel runs.")
                               : tr("%1 questions are open. Answer them, and the kernel runs.").arg(open));
    write_->setEnabled(!lines_.empty() && open == 0);
    forget_->setEnabled(!definition->corrections.empty());
    for (QLineEdit* line : content->findChildren<QLineEdit*>())
        if (!changed_.empty() && line->property("subject").toString() == words(changed_)) {
            line->setFocus();
            line->setSelection(int(line->text().indexOf('=')) + 2, int(line->text().size()));
            break;
        }
    changed_.clear();
}

void MappingDialog::addRow(QGridLayout* grid, const MappingRow& row) {
    QWidget* parent = grid->parentWidget();
    const int at = grid->rowCount();
    const bool isOpen = !row.question.empty();
    grid->addWidget(cell(parent, isOpen ? QStringLiteral("? ") + words(row.name) : words(row.name)), at, Name);
    grid->addWidget(cell(parent, words(row.type), "dim"), at, Type);
    grid->addWidget(chooserOf(row, parent), at, Meaning);
    grid->addWidget(lineOf(row, parent), at, Line);
    grid->addWidget(cell(parent, words(row.origin), isOpen ? "error" : "dim"), at, From);
    if (!isOpen) return;
    const QString text = words(row.question);
    const QString sentence = capitalised(text) + (text.endsWith('.') ? QString() : QStringLiteral("."));
    grid->addWidget(cell(parent, sentence, "error"), at + 1, Type, 1, ColumnCount - 1);
}

QWidget* MappingDialog::chooserOf(const MappingRow& row, QWidget* parent) {
    auto* box = new ComboBox(parent);
    box->setObjectName(QStringLiteral("meaning.") + words(row.name));
    box->setAccessibleName(words(row.name));
    box->setMinimumWidth(190);
    if (row.chosen < 0) box->addItem(row.choices.empty() ? tr("see above") : tr("not known"));
    for (const MappingChoice& choice : row.choices)
        box->addItem(words(choice.label), words(choice.line));
    box->setCurrentIndex(std::max(0, row.chosen));
    box->setEnabled(!row.isOfFile && !row.choices.empty());
    connect(box, &QComboBox::activated, this, [this, box, row](int index) {
        const QString line = box->itemData(index).toString();
        const std::size_t choice = std::size_t(index) - (row.chosen < 0 ? 1 : 0);
        if (line.isEmpty()) return;
        if (row.choices[choice].isExample && int(choice) != row.chosen) return offer(row.name, line);
        correct(row.subject, line);
    });
    return box;
}

QLineEdit* MappingDialog::lineOf(const MappingRow& row, QWidget* parent) {
    auto* field = new QLineEdit(words(row.line), parent);
    field->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    field->setObjectName(QStringLiteral("line.") + words(row.name));
    field->setAccessibleName(tr("Line for %1").arg(words(row.name)));
    field->setToolTip(words(row.line));
    field->setCursorPosition(0);
    field->setProperty("subject", words(row.subject));
    field->setReadOnly(row.isOfFile);
    if (row.line.empty() && !row.choices.empty()) field->setPlaceholderText(words(row.choices.front().line));
    connect(field, &QLineEdit::returnPressed, this, [field] { field->setProperty("example", {}); });
    connect(field, &QLineEdit::editingFinished, this,
            [this, field, before = field->text(), subject = row.subject]() mutable {
                const QVariant example = field->property("example"); // only Enter accepts one
                if (example.isValid() && field->text() == example.toString()) return;
                if (field->text() != std::exchange(before, field->text())) correct(subject, field->text());
            });
    return field;
}

/// Puts a line with example numbers into the row's field, for the user to replace them.
void MappingDialog::offer(const std::string& argument, const QString& line) {
    auto* field = scroll_->widget()->findChild<QLineEdit*>(QStringLiteral("line.") + words(argument));
    field->setProperty("example", line);
    field->setText(line);
    field->setFocus();
    field->setSelection(int(line.indexOf('=')) + 2, int(line.size()));
    showTextOn(error_, tr("Type what %1 is given, then press Enter.").arg(words(argument)));
}

/// An empty line removes the correction.
void MappingDialog::correct(const std::string& subject, const QString& line) {
    tried([&] {
        const std::string text = line.trimmed().toStdString();
        std::string corrections = withoutCorrection(keptCorrections(nameBytes(path_)), subject); // the newest ones
        if (!text.empty()) corrections = withCorrection(corrections, text);
        kernels_.correct(path_, corrections);
        changed_ = subject;
    });
}

void MappingDialog::write() {
    if (!isAgreed(words(lines_))) return;
    tried([&] { kernels_.writeInto(path_, lines_); });
}

bool MappingDialog::isAgreed(const QString& lines) {
    QDialog dialog(this);
    dialog.setObjectName(QStringLiteral("writtenLines"));
    dialog.setWindowTitle(tr("Write into %1").arg(shownFile(path_)));
    auto* text = new QPlainTextEdit(lines, &dialog);
    text->setReadOnly(true);
    text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, &dialog);
    QPushButton* write = buttons->addButton(tr("Write"), QDialogButtonBox::AcceptRole);
    write->setObjectName(QStringLiteral("writeLines"));
    connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto* column = new QVBoxLayout(&dialog);
    column->addWidget(cell(&dialog, tr("These lines will be put before the text of the file:")));
    column->addWidget(text, 1);
    column->addWidget(buttons);
    dialog.resize(720, 320);
    return dialog.exec() == QDialog::Accepted;
}

} // namespace lightbench
