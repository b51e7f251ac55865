// The form of the chosen stage: parameters, variant and workgroup. It is built from the filter's declaration, and edits
// go to the session as undo steps. StackPanel shows it.
#pragma once

#include <QWidget>

#include <map>
#include <string>

#include "ui/state/session/session.h"

class QAction;
class QGridLayout;
class QLabel;

namespace lightbench {

class ParameterEditor;
class VariantChooser;
class WorkgroupEditor;

class StageForm : public QWidget {
    Q_OBJECT

public:
    explicit StageForm(Session* session, QWidget* parent = nullptr);
    /// Shows the chosen stage's picture; its button stands beside the filter's name.
    void setShowAction(QAction* action);

signals:
    /// The user wants to draw a rectangle for this parameter of the chosen stage.
    void drawRequested(const QString& parameter);
    /// The user wants to save what the chosen stage produces.
    void saveRequested();
    /// The user wants to see what was understood of this filter's kernel file.
    void mappingRequested(const QString& filter);

private:
    struct Field {
        ParameterEditor* editor = nullptr;
        QLabel* error = nullptr;
    };
    void rebuild();
    void addHeading(QGridLayout* grid, const Filter& filter);
    void addGuesses(QGridLayout* grid);
    void addParameters(QGridLayout* grid, const Filter& filter, bool ofStage);
    void addParameter(QGridLayout* grid, const Parameter& parameter);
    void addVariant(QGridLayout* grid, const Filter& filter);
    void addWorkgroup(QGridLayout* grid);
    QLabel* addLabel(QGridLayout* grid, const QString& text, const QString& toolTip);
    bool eventFilter(QObject* watched, QEvent* event) override;
    void refresh();
    void refreshStageParameters(const Stage& stage);
    void refreshChoices(const Stage& stage);
    void refreshErrors();
    void reset(const std::string& parameter);
    bool isShown(const Stage* stage) const;
    const Stage* stage() const;

    Session* session_;
    QAction* show_ = nullptr;
    QWidget* content_ = nullptr;
    std::string shownFilter_;
    FilterCatalog shownFilters_; ///< the catalog of that filter when the form was built
    std::map<std::string, Field> fields_;
    VariantChooser* variant_ = nullptr;
    WorkgroupEditor* workgroup_ = nullptr;
};

} // namespace lightbench
