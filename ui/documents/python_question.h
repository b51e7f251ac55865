// Asks once whether the Python file of a kernel's reference may run. The answer is stored by the file's text, and the
// command line shares it. LabWindow creates it; it asks in the banner.
#pragma once

#include <QObject>
#include <QSet>

#include "core/framework/filter_definition.h"
#include "ui/state/session/lab_context.h"

namespace lightbench {

class Banner;

/// It asks when a check needed the file and was not allowed to run it. After a refusal it asks again once Check was
/// off.
class PythonQuestion : public QObject {
    Q_OBJECT

public:
    PythonQuestion(const LabContext& lab, Banner* banner, QWidget* window);

private:
    void look();
    void allow();
    void show() const;
    void refuse();

    LabContext lab_;
    Banner* banner_;
    QWidget* window_;
    FilterDefinition asked_; ///< whose file the shown question is about; without an id: none
    QSet<QString> refused_;  ///< texts of files
};

} // namespace lightbench
