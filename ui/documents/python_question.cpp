#include "ui/documents/python_question.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QObject>
#include <QPlainTextEdit>
#include <QSet>
#include <QVBoxLayout>

#include "core/base/error.h"
#include "core/definition/python_process.h"
#include "core/definition/reference.h"
#include "core/framework/filter_definition.h"
#include "ui/bars/banner.h"
#include "ui/files/file_name.h"
#include "ui/state/engine/run_control.h"
#include "ui/state/session/messages.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
QString scriptName(const FilterDefinition& definition) { return shownFile(nameFromBytes(definition.referenceFile)); }

/// After a refusal it asks again once Check was off.
class PythonQuestion : public QObject {
public:
    PythonQuestion(const LabContext& lab, Banner* banner, QWidget* window)
        : QObject(window), lab_(lab), banner_(banner), window_(window) {
        connect(&lab.results, &Results::reportChanged, this, &PythonQuestion::look);
        connect(&lab.results, &Results::changed, this, [this] {
            if (!lab_.results.isCheckOn()) refused_.clear();
        });
        connect(banner, &Banner::runAllowed, this, &PythonQuestion::allow);
        connect(banner, &Banner::showFileChosen, this, &PythonQuestion::show);
        connect(banner, &Banner::runRefused, this, &PythonQuestion::refuse);
    }

private:
    void look() {
        asked_ = {};
        const ReportPtr& report = lab_.results.report();
        for (const StageReport& stage : report ? report->stages : std::vector<StageReport>()) {
            const FilterDefinition* definition = report->filters.definition(stage.filter);
            if (stage.difference.verdict != Verdict::ReferenceWaits || !definition) continue;
            const std::string script = pythonOf(*definition);
            if (script.empty() || refused_.contains(words(script)) || isPythonAllowed(script)) continue;
            asked_ = *definition;
            break;
        }
        banner_->setMessage(BannerKind::RunFile,
                            asked_.id.empty()
                                ? QString()
                                : tr("%1 wants to run as the reference of %2. A Python file can do what you "
                                     "can do, so read it first.")
                                      .arg(scriptName(asked_), words(asked_.id)));
    }

    void allow() {
        try {
            allowPython(pythonOf(asked_));
        } catch (const Error& error) {
            lab_.messages.reportError(words(error.what()));
        }
        asked_ = {};
        banner_->setMessage(BannerKind::RunFile, {});
        lab_.runs.runSoon();
    }

    /// In a window of the lab's own: the desktop might run the file instead.
    void show() const {
        auto* dialog = new QDialog(window_);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setWindowTitle(scriptName(asked_));
        auto* text = new QPlainTextEdit(words(pythonOf(asked_)));
        text->setObjectName(QStringLiteral("allowedText"));
        text->setReadOnly(true);
        text->setLineWrapMode(QPlainTextEdit::NoWrap);
        text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
        auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
        connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
        auto* column = new QVBoxLayout(dialog);
        column->addWidget(text);
        column->addWidget(buttons);
        dialog->resize(640, 480);
        dialog->show();
    }

    void refuse() {
        refused_.insert(words(pythonOf(asked_)));
        asked_ = {};
        banner_->setMessage(BannerKind::RunFile, {});
    }

    LabContext lab_;
    Banner* banner_;
    QWidget* window_;
    FilterDefinition asked_; ///< whose file the shown question is about; without an id: none
    QSet<QString> refused_;  ///< texts of files
};

} // namespace

void askAboutPython(const LabContext& lab, Banner* banner, QWidget* window) { new PythonQuestion(lab, banner, window); }

} // namespace lightbench
