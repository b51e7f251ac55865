// An image view on the screen. Tests of the view drive it with mouse and keys or read its pixels.
#pragma once

#include <QTest>

#include <memory>

#include "tests/view/view_support.h"
#include "tests/waiting.h"
#include "ui/view/image_view.h"

namespace lightbench {

/// For a test's init() and cleanup(): creates a view of 400 x 300 pixels for each test function.
class ViewFixture {
protected:
    void showView() {
        view_ = std::make_unique<ImageView>();
        view_->resize(400, 300);
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
    }
    void settle() {
        QTRY_VERIFY(!view_->isPreparing());
        QCoreApplication::processEvents();
    }
    int grayAt(int x, int y) { return qGray(view_->grab().toImage().pixel(x, y)); }

    std::unique_ptr<ImageView> view_;
};

} // namespace lightbench
