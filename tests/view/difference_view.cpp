// The view's picture of a difference: the first look shows that there is one, however small and wherever it is.
#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

#include "tests/test_program.h"
#include "tests/view/view_fixture.h"

using namespace lightbench;

class TestDifferenceView : public QObject, ViewFixture {
    Q_OBJECT
private slots:
    void init() { showView(); }
    void cleanup() { view_.reset(); }

    /// The first look shows that there are any: as bright as the scale goes, whatever the format.
    void theFirstLookShowsTheSmallestDifference() {
        QSignalSpy gain(view_.get(), &ImageView::gainChanged);
        for (const SampleType type : {SampleType::U8, SampleType::U16}) {
            const ImageShape shape{{400, 300}, {type, 1}};
            Image other(shape);
            std::fill_n(other.bytes().data(), other.bytes().size(), std::byte{0});
            const Image zero = other.clone();
            for (std::size_t i = 0; i < shape.samples(); ++i)
                other.bytes()[i * shape.bytes() / shape.samples()] = std::byte{1}; // one step everywhere
            view_->setBefore(std::make_shared<const Image>(zero.clone()));
            view_->setAfter(std::make_shared<const Image>(std::move(other)));
            view_->setReference(std::make_shared<const Image>(zero.clone()));
            view_->setMode(ViewMode::Difference);
            settle();
            QCOMPARE(view_->amplify(), 0); // automatic unless asked
            QCOMPARE(view_->gain(), type == SampleType::U8 ? 255.0 : 65535.0);
            QCOMPARE(grayAt(200, 150), 255);
        }
        QCOMPARE(gain.count(), 2);
        view_->setDifferenceStyle(DifferenceStyle::Absolute, 8);
        settle();
        QCOMPARE(view_->gain(), 8.0);
        view_->setDifferenceStyle(DifferenceStyle::Mask, 8);
        settle();
        QCOMPARE(grayAt(200, 150), 255);
    }

    /// A lone pixel in a large image at fit: ringed, so that nobody has to find it.
    void aLoneDifferenceIsMarked() {
        Image other = flat({4000, 3000}, 100)->clone();
        other.row<std::uint8_t>(1000)[1000 * other.channels()] = 101;
        view_->setBefore(flat({4000, 3000}, 100));
        view_->setAfter(std::make_shared<const Image>(std::move(other)));
        view_->setReference(flat({4000, 3000}, 100));
        view_->setMode(ViewMode::Difference);
        view_->setDifferenceStyle(DifferenceStyle::Absolute, 1); // black in black
        settle();
        const QImage picture = view_->grab().toImage();
        int lit = 0;
        for (int y = 85; y < 116; ++y) // 400 x 300 shows it at (100, 100)
            for (int x = 85; x < 116; ++x)
                lit += qGray(picture.pixel(x, y)) > 100;
        QVERIFY2(lit > 20, qPrintable(QString::number(lit)));
        view_->setReference(nullptr);
        settle();
    }
};

LIGHTBENCH_TEST(TestDifferenceView, QApplication)
#include "difference_view.moc"
