// The list of variants in the form of a stage: those that do not apply are grey and say why.
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QStandardItemModel>
#include <QTest>

#include "tests/built_in_stacks.h"
#include "tests/experiment/fake_engine.h"
#include "tests/test_program.h"
#include "ui/panels/stage/variant_chooser.h"

using namespace lightbench;
using namespace lightbench::tests;

class VariantChooserTest : public QObject {
    Q_OBJECT
private slots:
    void variantsThatDoNotApplyAreGrey() {
        const Filter& dilate = filterById("dilate");
        VariantChooser chooser(dilate);
        const DeviceInfo device = FakeEngine().devices().devices.front();
        const ImageShape input{{64, 48}, {SampleType::U8, 1}};
        const auto* box = chooser.findChild<QComboBox*>("variant");
        const int row = box->findData(QStringLiteral("shared-extremes"));
        const auto isOffered = [&] { return qobject_cast<QStandardItemModel*>(box->model())->item(row)->isEnabled(); };
        const auto note = [&] { return box->itemData(row, VariantChooser::MissingRole).toString(); };

        chooser.setContext(parseStack("dilate shape=cross").front(), nullptr, device, input);
        QVERIFY(!isOffered());
        QVERIFY2(note().startsWith("Does not apply here: it takes squares only"), qPrintable(note()));
        QVERIFY(box->itemData(row, Qt::ToolTipRole).toString().contains("squares only"));
        chooser.setContext(parseStack("dilate").front(), nullptr, device, input);
        QVERIFY(isOffered() && note().isEmpty());
        chooser.setContext(parseStack("dilate shape=cross").front(), nullptr, {}, {});
        QVERIFY2(isOffered(), "nothing is excluded without a device");

        const Stage asked = parseStack("dilate shape=cross variant=shared-extremes").front();
        chooser.setContext(asked, &variantById(dilate, "segments"), device, input);
        const auto* problem = chooser.explanation()->findChild<QLabel*>("variantProblem");
        QVERIFY(problem && problem->text().contains("squares only"));
    }
};

LIGHTBENCH_TEST(VariantChooserTest, QApplication)
#include "variant_chooser.moc"
