// The editors for numbers, choices, switches, texts, matrices and rectangles.
#include "ui/panels/stage/parameter_editor.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QTimer>
#include <QToolButton>

#include <array>

#include "core/base/error.h"
#include "ui/controls/combo_box.h"
#include "ui/controls/number_editor.h"
#include "ui/controls/whole_field.h"
#include "ui/panels/stage/image_parameter.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {

QHBoxLayout* tightRow(QWidget* widget) {
    auto* row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    return row;
}

class NumberParameter : public ParameterEditor {
public:
    NumberParameter(const Parameter& parameter, QWidget* parent)
        : ParameterEditor(parent), whole_(parameter.kind == ParameterKind::Integer),
          editor_(new NumberEditor(parameter, this)) {
        tightRow(this)->addWidget(editor_);
        setFocusProxy(editor_);
        connect(editor_, &NumberEditor::edited, this,
                [this](double value) { emit edited(whole_ ? ParameterValue(int(value)) : ParameterValue(value)); });
        connect(editor_, &NumberEditor::gestureEnded, this, &ParameterEditor::gestureEnded);
        connect(editor_, &NumberEditor::resetRequested, this, &ParameterEditor::resetRequested);
        connect(editor_, &NumberEditor::problem, this, &ParameterEditor::problem);
    }
    void setValue(const ParameterValue& value) override {
        const double shown = whole_ ? double(std::get<int>(value)) : std::get<double>(value);
        if (shown == editor_->value()) return; // or text would change while the user types
        editor_->setValue(shown);
        emit problem({});
    }

private:
    bool whole_;
    NumberEditor* editor_;
};

class ChoiceParameter : public ParameterEditor {
public:
    ChoiceParameter(const Parameter& parameter, QWidget* parent) : ParameterEditor(parent), box_(new ComboBox(this)) {
        tightRow(this)->addWidget(box_);
        box_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // long names must not widen the form
        setFocusProxy(box_);
        for (const Choice& choice : parameter.choices)
            box_->addItem(QString::fromStdString(choice.label), QString::fromStdString(choice.name));
        box_->setAccessibleName(QString::fromStdString(parameter.label));
        connect(box_, &QComboBox::currentIndexChanged, this, [this] {
            emit edited(ParameterValue(box_->currentData().toString().toStdString()));
            emit gestureEnded();
        });
    }
    void setValue(const ParameterValue& value) override {
        const QSignalBlocker quiet(box_);
        box_->setCurrentIndex(box_->findData(QString::fromStdString(std::get<std::string>(value))));
    }

private:
    QComboBox* box_;
};

class SwitchParameter : public ParameterEditor {
public:
    SwitchParameter(const Parameter& parameter, QWidget* parent) : ParameterEditor(parent), box_(new QCheckBox(this)) {
        tightRow(this)->addWidget(box_);
        setFocusProxy(box_);
        box_->setAccessibleName(QString::fromStdString(parameter.label));
        connect(box_, &QCheckBox::toggled, this, [this](bool on) {
            box_->setText(on ? tr("on") : tr("off"));
            emit edited(ParameterValue(on));
            emit gestureEnded();
        });
    }
    void setValue(const ParameterValue& value) override {
        const QSignalBlocker quiet(box_);
        box_->setChecked(std::get<bool>(value));
        box_->setText(box_->isChecked() ? tr("on") : tr("off"));
    }

private:
    QCheckBox* box_;
};

/// A line of text. It is taken on Enter, when the field is left, and after a pause.
class TextParameter : public ParameterEditor {
public:
    TextParameter(const Parameter& parameter, QWidget* parent)
        : ParameterEditor(parent), parameter_(parameter), text_(new QLineEdit(this)), pause_(new QTimer(this)) {
        tightRow(this)->addWidget(text_);
        setFocusProxy(text_);
        text_->setAccessibleName(QString::fromStdString(parameter.label));
        text_->setPlaceholderText(QString::fromStdString(parameter.examples.front()));
        pause_->setSingleShot(true);
        pause_->setInterval(500);
        connect(text_, &QLineEdit::textEdited, pause_, qOverload<>(&QTimer::start));
        connect(pause_, &QTimer::timeout, this, [this] { take(); });
        connect(text_, &QLineEdit::editingFinished, this, [this] {
            take();
            emit gestureEnded();
        });
    }
    void setValue(const ParameterValue& value) override {
        const auto& text = std::get<std::string>(value);
        if (text == shown_) return; // or it would change while the user types
        shown_ = text;
        pause_->stop();
        text_->setText(QString::fromStdString(text));
        text_->setCursorPosition(0); // its beginning is shown
        emit problem({});
    }

private:
    void take() {
        pause_->stop();
        const std::string typed = text_->text().trimmed().toStdString();
        if (typed == shown_) return emit problem({});
        try {
            const ParameterValue value = parseValue(parameter_, typed);
            shown_ = typed;
            emit problem({});
            emit edited(value);
        } catch (const Error& error) {
            emit problem(QString::fromUtf8(error.what()));
        }
    }

    Parameter parameter_;
    std::optional<std::string> shown_; ///< the last legal text
    QLineEdit* text_;
    QTimer* pause_;
};

/// Texts of the dialog for parameters that can come from a file.
struct FileWords {
    QString buttonTip, placeholder, textTip, dialogTitle, dialogFilter;
};

FileWords fileWords(const Parameter& parameter) {
    if (parameter.kind == ParameterKind::Matrix)
        return {ParameterEditor::tr("Read the weights from a text file: k rows of k numbers"),
                ParameterEditor::tr("0,1,0; 1,-4,1; 0,1,0"),
                ParameterEditor::tr("Rows separated by semicolons, or the path of a text file"),
                ParameterEditor::tr("Matrix file"),
                {}};
    const ResourceKind& kind = *parameter.resource;
    QStringList patterns;
    for (const std::string& suffix : kind.suffixes())
        patterns += QLatin1Char('*') + QString::fromStdString(suffix);
    return {QString::fromStdString(kind.loadTip), QString::fromStdString(kind.placeholder),
            ParameterEditor::tr("The path of a %1 file").arg(QString::fromStdString(kind.suffix())),
            ParameterEditor::tr("Load a %1").arg(QString::fromStdString(kind.name)),
            ParameterEditor::tr("%1s (%2);;All files (*)")
                .arg(capitalised(words(kind.name)), patterns.join(QLatin1Char(' ')))};
}

/// Edits a matrix (as inline text or a file's path) or a resource (a file's path).
class FileParameter : public ParameterEditor {
public:
    FileParameter(const Parameter& parameter, QWidget* parent)
        : ParameterEditor(parent), parameter_(parameter), words_(fileWords(parameter)), shown_(parameter.initial),
          text_(new QLineEdit(this)) {
        auto* grid = new QGridLayout(this);
        grid->setContentsMargins(0, 0, 0, 0);
        grid->setSpacing(6);
        grid->setColumnStretch(0, 1);
        grid->addWidget(text_, 0, 0);
        auto* choose = new QToolButton(this);
        choose->setText(tr("File…"));
        choose->setToolTip(words_.buttonTip);
        grid->addWidget(choose, 0, 1);
        if (parameter.resource && parameter.resource->make) addSave(grid);
        setFocusProxy(text_);
        text_->setAccessibleName(QString::fromStdString(parameter.label));
        text_->setPlaceholderText(words_.placeholder);
        text_->setToolTip(words_.textTip);
        connect(text_, &QLineEdit::editingFinished, this, [this] { take(); });
        connect(choose, &QToolButton::clicked, this, [this] { chooseFile(); });
    }
    void setValue(const ParameterValue& value) override {
        if (shown_ == value && !shownText_.isNull()) return;
        shown_ = value;
        shownText_ = QString::fromStdString(value == parameter_.initial ? std::string() : valueText(value));
        text_->setText(shownText_);
        emit problem({});
    }

private:
    void addSave(QGridLayout* grid) {
        auto* save = new QToolButton(this);
        save->setText(tr("Save…"));
        save->setToolTip(QString::fromStdString(parameter_.resource->saveTip));
        save->setObjectName(QStringLiteral("saveResource"));
        connect(save, &QToolButton::clicked, this, &ParameterEditor::saveRequested);
        grid->addWidget(save, 1, 0, 1, 2);
    }
    void chooseFile() {
        const QString path = QFileDialog::getOpenFileName(this, words_.dialogTitle, {}, words_.dialogFilter);
        if (path.isEmpty()) return;
        text_->setText(path);
        take();
    }
    void take() {
        if (text_->text() == shownText_) return;
        shownText_ = text_->text();
        try {
            const ParameterValue value = parseValue(parameter_, shownText_.trimmed().toStdString());
            shown_ = value;
            emit problem({});
            emit edited(value);
            emit gestureEnded();
        } catch (const Error& error) {
            emit problem(QString::fromUtf8(error.what()));
        }
    }

    Parameter parameter_;
    FileWords words_;
    ParameterValue shown_;
    QString shownText_;
    QLineEdit* text_;
};

/// Four fields, and a button to draw the rectangle on the image.
class RectangleParameter : public ParameterEditor {
public:
    RectangleParameter(const Parameter& parameter, QWidget* parent) : ParameterEditor(parent) {
        auto* grid = new QGridLayout(this);
        grid->setContentsMargins(0, 0, 0, 0);
        grid->setSpacing(6);
        const QStringList names{tr("x"), tr("y"), tr("width"), tr("height")},
            prefixes{tr("x"), tr("y"), tr("w"), tr("h")};
        for (int i = 0; i < 4; ++i) {
            auto* box = new WholeField(this);
            box->setRange(0, 1 << 20);
            box->setPrefix(prefixes[i] + QChar(' '));
            box->setButtonSymbols(QAbstractSpinBox::NoButtons);
            box->setKeyboardTracking(false); // half-typed numbers give no rectangle
            box->setToolTip(names[i]);
            box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // long numbers must not widen the form
            box->setAccessibleName(QString::fromStdString(parameter.label) + QChar(' ') + names[i]);
            grid->addWidget(box, i / 2, i % 2);
            boxes_[std::size_t(i)] = box;
            connect(box, &QSpinBox::valueChanged, this, [this] { take(); });
            connect(box, &QSpinBox::editingFinished, this, [this, box] {
                if (const QString wrong = box->takeProblem(); !wrong.isEmpty()) emit problem(wrong);
                emit gestureEnded();
            });
        }
        addButtons(grid);
        setFocusProxy(boxes_[0]);
    }
    void setValue(const ParameterValue& value) override {
        const auto& r = std::get<Rectangle>(value);
        const std::array<int, 4> numbers{r.x, r.y, r.width, r.height};
        for (std::size_t i = 0; i < 4; ++i) {
            const QSignalBlocker quiet(boxes_[i]);
            if (boxes_[i]->value() != numbers[i]) boxes_[i]->setValue(numbers[i]);
        }
        none_->setEnabled(r != Rectangle{});
        emit problem({});
    }

private:
    void addButtons(QGridLayout* grid) {
        auto* draw = new QToolButton(this);
        draw->setText(tr("Draw"));
        draw->setToolTip(tr("Draw it: drag on the image before the stack; Esc gives up. Edges, corners and the whole "
                            "rectangle can be dragged at any time."));
        draw->setObjectName(QStringLiteral("drawRectangle"));
        draw->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        connect(draw, &QToolButton::clicked, this, &ParameterEditor::drawRequested);
        none_ = new QToolButton(this);
        none_->setText(tr("None"));
        none_->setToolTip(tr("Take the rectangle away"));
        none_->setObjectName(QStringLiteral("noRectangle"));
        connect(none_, &QToolButton::clicked, this, [this] {
            setValue(Rectangle{});
            emit edited(ParameterValue(Rectangle{}));
            emit gestureEnded();
        });
        auto* row = new QHBoxLayout;
        row->addWidget(draw, 1);
        row->addWidget(none_);
        grid->addLayout(row, 2, 0, 1, 2);
    }
    void take() {
        const Rectangle r{boxes_[0]->value(), boxes_[1]->value(), boxes_[2]->value(), boxes_[3]->value()};
        const bool whole = (r.width > 0 && r.height > 0) || r == Rectangle{};
        emit problem(whole ? QString() : tr("Width and height are at least 1 px."));
        if (whole) emit edited(ParameterValue(r));
    }
    std::array<WholeField*, 4> boxes_{};
    QToolButton* none_ = nullptr;
};

ParameterEditor* make(const Parameter& parameter, QWidget* parent) {
    switch (parameter.kind) {
    case ParameterKind::Integer:
    case ParameterKind::Real: return new NumberParameter(parameter, parent);
    case ParameterKind::Choice: return new ChoiceParameter(parameter, parent);
    case ParameterKind::Switch: return new SwitchParameter(parameter, parent);
    case ParameterKind::Text: return new TextParameter(parameter, parent);
    case ParameterKind::Matrix:
    case ParameterKind::Resource: return new FileParameter(parameter, parent);
    case ParameterKind::Image: return new ImageParameter(parameter, parent);
    case ParameterKind::Rectangle: break;
    }
    return new RectangleParameter(parameter, parent);
}

} // namespace

ParameterEditor* makeParameterEditor(const Parameter& parameter, QWidget* parent) {
    ParameterEditor* editor = make(parameter, parent);
    editor->setObjectName(QStringLiteral("parameter.") + QString::fromStdString(parameter.name));
    editor->setToolTip(QString::fromStdString(parameter.doc + "\n" + rangeText(parameter)));
    return editor;
}

} // namespace lightbench
