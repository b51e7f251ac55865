// Shows in the image view what is known of the stack: the image, the result that is chosen and its reference, and that
// something is at work.
#pragma once

#include <QObject>
#include <QString>

#include "ui/state/lab_context.h"

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
