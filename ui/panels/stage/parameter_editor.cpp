#include "ui/panels/stage/parameter_editor.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QTimer>
#include <QToolButton>

#include <array>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "ui/controls/combo_box.h"
#include "ui/controls/layouts.h"
#include "ui/controls/text_button.h"
#include "ui/panels/stage/image_parameter.h"
#include "ui/panels/stage/number_editor.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {

/// The editor consists of this field.
void addField(ParameterEditor* editor, QWidget* field, const Parameter& parameter) {
    auto* row = layOut<QHBoxLayout>(editor);
    row->addWidget(field);
    editor->setFocusProxy(field);
    field->setAccessibleName(words(parameter.label));
}

class ChoiceParameter : public ParameterEditor {
public:
    ChoiceParameter(const Parameter& parameter, QWidget* parent) : ParameterEditor(parent), box_(new ComboBox(this)) {
        addField(this, box_, parameter);
        box_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // long names must not widen the form
        for (const Choice& choice : parameter.choices)
            box_->addItem(words(choice.label), words(choice.name));
        connect(box_, &QComboBox::currentIndexChanged, this, [this] {
            emit edited(ParameterValue(box_->currentData().toString().toStdString()));
            emit gestureEnded();
        });
    }
    void setValue(const ParameterValue& value) override {
        const QSignalBlocker quiet(box_);
        box_->setCurrentIndex(box_->findData(words(std::get<std::string>(value))));
    }

private:
    QComboBox* box_;
};

class SwitchParameter : public ParameterEditor {
public:
    SwitchParameter(const Parameter& parameter, QWidget* parent) : ParameterEditor(parent), box_(new QCheckBox(this)) {
        addField(this, box_, parameter);
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
        patterns += QLatin1Char('*') + words(suffix);
    return {words(kind.loadTip), words(kind.placeholder),
            ParameterEditor::tr("The path of a %1 file").arg(words(kind.suffix())),
            ParameterEditor::tr("Load a %1").arg(words(kind.name)),
            ParameterEditor::tr("%1s (%2);;All files (*)")
                .arg(capitalised(words(kind.name)), patterns.join(QLatin1Char(' ')))};
}

/// A line that is taken on Enter and when the field is left: a text (also taken after a pause), a matrix (inline, or
/// its file's path) or a resource (its file's path).
class TypedParameter : public ParameterEditor {
public:
    TypedParameter(const Parameter& parameter, QWidget* parent)
        : ParameterEditor(parent), parameter_(parameter), line_(new QLineEdit(this)) {
        auto* grid = layOut<QGridLayout>(this, 6);
        grid->setColumnStretch(0, 1);
        grid->addWidget(line_, 0, 0);
        setFocusProxy(line_);
        line_->setAccessibleName(words(parameter.label));
        pause_.setSingleShot(true);
        pause_.setInterval(500);
        connect(&pause_, &QTimer::timeout, this, [this] { take(); });
        connect(line_, &QLineEdit::editingFinished, this, [this] {
            take();
            emit gestureEnded();
        });
        if (isText()) {
            line_->setPlaceholderText(words(parameter.examples.front()));
            connect(line_, &QLineEdit::textEdited, &pause_, qOverload<>(&QTimer::start));
        } else {
            addFileButtons(grid, fileWords(parameter));
        }
    }
    void setValue(const ParameterValue& value) override {
        if (shown_ == value) return; // or it would change while the user types
        shown_ = value;
        pause_.stop();
        const bool isNothing = !isText() && value == parameter_.initial;
        typed_ = isNothing ? QString() : words(valueText(value));
        line_->setText(typed_);
        if (isText()) line_->setCursorPosition(0); // its beginning is shown
        emit problem({});
    }

private:
    bool isText() const { return parameter_.kind == ParameterKind::Text; }
    void addFileButtons(QGridLayout* grid, const FileWords& texts) {
        auto* choose = namedButton(tr("File…"), texts.buttonTip, "");
        grid->addWidget(choose, 0, 1);
        line_->setPlaceholderText(texts.placeholder);
        line_->setToolTip(texts.textTip);
        connect(choose, &QToolButton::clicked, this, [this, texts] {
            const QString path = QFileDialog::getOpenFileName(this, texts.dialogTitle, {}, texts.dialogFilter);
            if (path.isEmpty()) return;
            line_->setText(path);
            take();
            emit gestureEnded();
        });
        if (!parameter_.resource || !parameter_.resource->make) return;
        auto* save = namedButton(tr("Save…"), words(parameter_.resource->saveTip), "saveResource");
        connect(save, &QToolButton::clicked, this, &ParameterEditor::saveRequested);
        grid->addWidget(save, 1, 0, 1, 2);
    }
    void take() {
        pause_.stop();
        if (line_->text() == typed_) return;
        typed_ = line_->text();
        try {
            const ParameterValue value = parseValue(parameter_, typed_.trimmed().toStdString());
            emit problem({});
            if (std::exchange(shown_, value) != value) emit edited(value);
        } catch (const Error& error) {
            emit problem(words(error.what()));
        }
    }

    Parameter parameter_;
    std::optional<ParameterValue> shown_; ///< the last legal value
    QString typed_;                       ///< the last text that was taken
    QLineEdit* line_;
    QTimer pause_;
};

/// Four fields, and a button to draw the rectangle on the image.
class RectangleParameter : public ParameterEditor {
public:
    RectangleParameter(const Parameter& parameter, QWidget* parent) : ParameterEditor(parent) {
        auto* grid = layOut<QGridLayout>(this, 6);
        const QStringList names{tr("x"), tr("y"), tr("width"), tr("height")},
            prefixes{tr("x"), tr("y"), tr("w"), tr("h")};
        const Parameter coordinate{.kind = ParameterKind::Integer, .minimum = 0, .maximum = 1 << 20};
        for (int i = 0; i < 4; ++i) {
            auto* box = new NumberField(coordinate, this);
            box->setPrefix(prefixes[i] + QChar(' '));
            box->setAlignment(Qt::AlignLeft);
            box->setKeyboardTracking(false); // half-typed numbers give no rectangle
            box->setToolTip(names[i]);
            box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // long numbers must not widen the form
            box->setAccessibleName(words(parameter.label) + QChar(' ') + names[i]);
            grid->addWidget(box, i / 2, i % 2);
            boxes_[std::size_t(i)] = box;
            connect(box, &QDoubleSpinBox::valueChanged, this, [this] { take(); });
            connect(box, &QAbstractSpinBox::editingFinished, this, [this, box] {
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
        auto* draw = namedButton(tr("Draw"),
                                 tr("Drag on the image before the stack to draw the rectangle; Esc cancels. You can "
                                    "drag its sides, its corners and the whole rectangle at any time."),
                                 "drawRectangle");
        draw->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        connect(draw, &QToolButton::clicked, this, &ParameterEditor::drawRequested);
        none_ = namedButton(tr("None"), tr("Remove the rectangle"), "noRectangle");
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
        const auto number = [this](std::size_t i) { return int(boxes_[i]->value()); };
        const Rectangle r{number(0), number(1), number(2), number(3)};
        const bool whole = (r.width > 0 && r.height > 0) || r == Rectangle{};
        emit problem(whole ? QString() : tr("Width and height are at least 1 px."));
        if (whole) emit edited(ParameterValue(r));
    }
    std::array<NumberField*, 4> boxes_{};
    QToolButton* none_ = nullptr;
};

ParameterEditor* make(const Parameter& parameter, QWidget* parent) {
    switch (parameter.kind) {
    case ParameterKind::Integer:
    case ParameterKind::Real: return new NumberEditor(parameter, parent);
    case ParameterKind::Choice: return new ChoiceParameter(parameter, parent);
    case ParameterKind::Switch: return new SwitchParameter(parameter, parent);
    case ParameterKind::Text:
    case ParameterKind::Matrix:
    case ParameterKind::Resource: return new TypedParameter(parameter, parent);
    case ParameterKind::Image: return new ImageParameter(parameter, parent);
    case ParameterKind::Rectangle: break;
    }
    return new RectangleParameter(parameter, parent);
}

} // namespace

ParameterEditor* makeParameterEditor(const Parameter& parameter, QWidget* parent) {
    ParameterEditor* editor = make(parameter, parent);
    editor->setObjectName(QStringLiteral("parameter.") + words(parameter.name));
    editor->setToolTip(words(parameter.doc + "\n" + rangeText(parameter)));
    return editor;
}

} // namespace lightbench
