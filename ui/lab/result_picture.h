// Keeps the image view up to date: the image, the chosen result with its reference, and whether something runs.
// LabWindow creates one; it listens to the session and the results.
#pragma once

#include <QObject>
#include <QString>

#include "ui/state/session/lab_context.h"

namespace lightbench {

class ResultPicture : public QObject {
    Q_OBJECT

public:
    ResultPicture(const LabContext& lab, QObject* parent);

private:
    void showImage();
    void showResult();
    QString label() const;
    LabContext lab_;
};

} // namespace lightbench
