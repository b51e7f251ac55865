#include "ui/panels/stage/image_parameter.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QSignalBlocker>

#include "core/base/error.h"
#include "core/codecs/codecs.h"
#include "ui/controls/combo_box.h"
#include "ui/controls/layouts.h"
#include "ui/display/latest_task.h"
#include "ui/files/file_name.h"
#include "ui/theme/plain_text.h"

namespace lightbench {

/// Data of the last entry and of the chosen file; other entries have the numbers of stages.
static constexpr int anotherFile = -1, thisFile = -2;

ImageParameter::ImageParameter(const Parameter& parameter, QWidget* parent)
    : ParameterEditor(parent), parameter_(parameter), box_(new ComboBox(this)), reading_(new LatestTask(this)) {
    auto* row = layOut<QHBoxLayout>(this);
    row->addWidget(box_);
    box_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // long names must not widen the form
    box_->setAccessibleName(QString::fromStdString(parameter.label));
    setFocusProxy(box_);
    connect(box_, &QComboBox::activated, this, [this](int index) {
        const int chosen = box_->itemData(index).toInt();
        // The wheel and the arrow keys end at the last source: only the open list asks for a file.
        if (chosen == anotherFile) return box_->isStepping() ? fill() : askForFile();
        if (chosen == thisFile) return;
        reading_->cancel();
        emit problem({});
        emit edited(ParameterValue(ImageInput{.stage = chosen}));
        emit gestureEnded();
    });
    connect(reading_, &LatestTask::failed, this, &ParameterEditor::problem);
    fill();
}

void ImageParameter::setValue(const ParameterValue& value) {
    shown_ = std::get<ImageInput>(value);
    fill();
    emit problem({});
}

void ImageParameter::setEarlierStages(const QStringList& labels) {
    if (labels == stages_) return;
    stages_ = labels;
    fill();
}

/// A missing stage stays in the list; the run reports the error.
void ImageParameter::fill() {
    const QSignalBlocker quiet(box_);
    box_->clear();
    box_->addItem(tr("Input image"), 0);
    for (int i = 0; i < stages_.size(); ++i)
        box_->addItem(tr("Stage %1: %2").arg(i + 1).arg(stages_[i]), i + 1);
    if (!shown_.isFile() && shown_.stage > stages_.size())
        box_->addItem(tr("Stage %1, not before this one").arg(shown_.stage), shown_.stage);
    const QString path = nameFromBytes(shown_.file);
    if (shown_.isFile()) box_->addItem(shownFile(path), thisFile);
    box_->insertSeparator(box_->count());
    box_->addItem(tr("File…"), anotherFile);
    box_->setCurrentIndex(box_->findData(shown_.isFile() ? thisFile : shown_.stage));
    box_->setToolTip(shown_.isFile() ? plainToolTip(shownName(path)) : toolTip());
}

void ImageParameter::askForFile() {
    fill(); // shows the current value until a file is chosen
    const QString folder = shown_.isFile() ? QFileInfo(nameFromBytes(shown_.file)).path() : QString();
    const QString path = QFileDialog::getOpenFileName(
        this, tr("The second image"), folder, tr("Images (%1);;All files (*)").arg(filePatterns(readableSuffixes())));
    if (!path.isEmpty()) takeFile(actualName(path));
}

void ImageParameter::takeFile(const QString& path) {
    emit problem({});
    const auto read = [parameter = parameter_, file = nameBytes(path)] {
        // A number would mean a stage, so a bare file name becomes a path.
        return parseValue(parameter, file.find('/') == std::string::npos ? "./" + file : file);
    };
    reading_->compute(read, [this](const ParameterValue& value) {
        emit edited(value);
        emit gestureEnded();
    });
}

} // namespace lightbench
