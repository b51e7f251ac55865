// The Source panel on a made-up device: it follows the chosen stage, and shows its kernels as written and as built.
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QTest>

#include "tests/built_in_stacks.h"
#include "tests/experiment/fake_engine.h"
#include "tests/test_program.h"
#include "ui/panels/source/figures_comparison.h"
#include "ui/panels/source/memory_check_button.h"
#include "ui/panels/source/source_editor.h"
#include "ui/panels/source/source_facts.h"
#include "ui/panels/source/source_files.h"
#include "ui/panels/source/source_panel.h"
#include "ui/state/engine/engine_thread.h"
#include "ui/state/session/session.h"

using namespace lightbench;

namespace {
std::vector<CompiledProgram> compiledInvert(const CompileRequest& request) {
    if (request.stage.workgroup == Workgroup{64, 1}) throw Error(ErrorKind::Build, "invert does not build");
    KernelResources figures{"invert_segments", 128};
    figures.registers = 40;
    figures.spillStores = figures.spillLoads = 8;
    return {{"invert/segments", "-D A=1", {figures}, "ptxas info\n", ".version 8.8\n"}};
}
} // namespace

class SourcePanelTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        session = std::make_unique<Session>(builtInFilters());
        session->setDevice(tests::FakeEngine().devices().devices.front());
        results = std::make_unique<Results>(*session);
        const KernelLibrary kernels =
            KernelLibrary()
                .with("point/invert/segments.cl",
                      "// Head.\n#include \"helper.clh\"\n\n#if SRC_CHANNELS == 4\nint colours;\n"
                      "#else\nint gray;\n#endif\nkernel void invert_segments(int samples) {\n"
                      "    help(SRC_CHANNELS);\n}\n")
                .with("helper.clh", "// Helps.\nint help(int a) {\n    return a;\n}\n");
        thread = std::make_unique<EngineThread>([] {
            auto engine = std::make_unique<tests::FakeEngine>();
            engine->compiled = compiledInvert;
            engine->memory.findings = {
                {"Invalid read of size 1 at global memory", "invert_segments", "point/invert/segments.cl", 4}};
            return engine;
        });
        panel = std::make_unique<SourcePanel>(*session, *results, *thread, kernels, texts, versions);
        panel->resize(1100, 320);
        panel->show();
    }
    void cleanup() {
        panel.reset();
        thread.reset();
        results.reset();
        session.reset();
    }

    void whatIsMissingIsSaid() {
        QVERIFY2(panel->emptyText().contains("Add a filter"), qPrintable(panel->emptyText()));
        add("invert variant=cpu");
        QVERIFY2(panel->emptyText().contains("Choose another variant"), qPrintable(panel->emptyText()));
        session->setDevice(std::nullopt);
        QVERIFY2(panel->emptyText().contains("no device"), qPrintable(panel->emptyText()));
    }

    void asWritten() {
        add("invert variant=segments");
        QCOMPARE(panel->emptyText(), QString());
        QVERIFY(text().startsWith("// Head.\n#include"));
        QCOMPARE(panel->files()->itemText(0), QString("point/invert/segments.cl"));
        QCOMPARE(panel->facts()->valueOf("SRC_CHANNELS"), QString("4"));
        QVERIFY(!panel->facts()->valueOf("samples").isEmpty());
        QCOMPARE(panel->facts()->valueOf("Compiled"), QString("run the stack to see"));
    }

    void asBuilt() {
        add("invert variant=segments");
        panel->setBuilt(true);
        QVERIFY2(text().startsWith("// Head.\n") && text().contains("int colours;"), qPrintable(text()));
        QVERIFY2(!text().contains("int gray;") && text().contains("help(4);"), qPrintable(text()));
        QCOMPARE(panel->files()->count(), 1);
        panel->setBuilt(false);
        QVERIFY(text().contains("int gray;"));
    }

    void includesAreLinks() {
        add("invert variant=segments");
        panel->view()->setCursorPosition(1, 0);
        QTest::keyClick(panel->view(), Qt::Key_Return);
        QVERIFY2(text().startsWith("// Helps."), qPrintable(text()));
        QCOMPARE(panel->files()->currentText().trimmed(), QString("helper.clh"));
        panel->facts()->setCurrentItem(panel->facts()->topLevelItem(0)); // the kernel, which is in the other file
        QVERIFY(text().startsWith("// Head."));
    }

    void search() {
        add("invert variant=segments");
        panel->view()->setFocus();
        QTest::keyClick(panel->view(), Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY(panel->search()->hasFocus());
        panel->search()->setText("int");
        QCOMPARE(panel->view()->matches(), 3);
        QCOMPARE(panel->status(), QString("1 of 3"));
        QTest::keyClick(panel->search(), Qt::Key_Return);
        QCOMPARE(panel->status(), QString("2 of 3"));
        QTest::keyClick(panel->search(), Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClick(panel->search(), Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(panel->status(), QString("3 of 3"));
        panel->search()->setText("nowhere");
        QCOMPARE(panel->status(), QString("not found"));
        QTest::keyClick(panel->search(), Qt::Key_Escape);
        QTRY_VERIFY(panel->view()->hasFocus());
    }

    /// The value follows the stage, and the reader's place in the text stays.
    void followsTheStage() {
        add("invert variant=segments");
        panel->view()->setCursorPosition(8, 2);
        session->setWorkgroup(0, Workgroup{128, 1});
        int line = 0, index = 0;
        panel->view()->getCursorPosition(&line, &index);
        QCOMPARE(line, 8);
        QCOMPARE(index, 2);
        QCOMPARE(panel->facts()->valueOf("Workgroup"), QString("128 work-items"));
        session->remove(0);
        QVERIFY(!panel->emptyText().isEmpty());
    }

    void whatTheCompilerMade() {
        add("invert variant=segments workgroup=128");
        auto report = std::make_shared<Report>();
        StageReport stage;
        stage.filter = "invert";
        stage.variant = "segments";
        stage.workgroup = {128, 1};
        stage.kernels.emplace_back();
        stage.kernels[0].name = "invert_segments";
        stage.kernels[0].compiled = {96, 2048, 32, 256};
        report->stack = session->stack();
        report->stages = {stage};
        results->setReport(report);
        QCOMPARE(panel->facts()->valueOf("Compiled: private memory"), QString("96 bytes"));
        QCOMPARE(panel->facts()->valueOf("Compiled: best multiple"), QString("32 work-items"));
        session->setWorkgroup(0, Workgroup{64, 1});
        QCOMPARE(panel->facts()->valueOf("Compiled"), QString("run the stack to see"));
    }

    void lookInside() {
        add("invert variant=segments workgroup=128");
        const int files = panel->files()->count();
        panel->lookInside();
        QTRY_COMPARE(panel->facts()->valueOf("Compiled: registers"), QString("40 registers"));
        QCOMPARE(panel->facts()->valueOf("Compiled: spilled registers"), QString("8 bytes stored, 8 bytes loaded"));
        QCOMPARE(panel->facts()->valueOf("Compiled: private memory"), QString("not reported by the driver"));
        QVERIFY(panel->facts()->valueOf("Advice").startsWith("Registers spill"));
        QCOMPARE(panel->files()->count(), files + 2);
        panel->files()->setCurrentIndex(files);
        QCOMPARE(text(), QString(".version 8.8\n"));
        panel->files()->setCurrentIndex(files + 1);
        QCOMPARE(text(), QString("ptxas info\n"));
        session->setWorkgroup(0, Workgroup{256, 1}); // another launch: nobody has looked inside
        QCOMPARE(panel->facts()->valueOf("Compiled: registers"), QString());
        QCOMPARE(panel->files()->count(), files);
        QVERIFY(text().startsWith("// Head."));
        session->setWorkgroup(0, Workgroup{128, 1});
        QCOMPARE(panel->facts()->valueOf("Compiled: registers"), QString("40 registers"));
    }

    void failuresAreSaid() {
        add("invert variant=segments workgroup=64");
        panel->lookInside();
        QTRY_COMPARE(panel->status(), QString("invert does not build"));
        session->setWorkgroup(0, Workgroup{128, 1});
        QCOMPARE(panel->status(), QString());
    }

    /// Figures of two variants stand side by side until the stage changes.
    void figuresOfAnotherVariant() {
        add("invert variant=segments workgroup=128");
        panel->comparison()->compareWith("plain");
        QTRY_COMPARE(panel->facts()->valueOf("Compiled: registers"), QString("40 registers"));
        QCOMPARE(panel->facts()->columnCount(), 3);
        const auto rows = panel->facts()->findItems("Compiled: registers", Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(rows.front()->text(2), QString("40 registers"));
        QVERIFY(!panel->facts()
                     ->findItems("Advice for plain: Registers spill", Qt::MatchStartsWith | Qt::MatchRecursive)
                     .isEmpty());
        QCOMPARE(panel->facts()->headerItem()->text(1), QString("segments"));
        QCOMPARE(panel->facts()->headerItem()->text(2), QString("plain"));
        session->setWorkgroup(0, Workgroup{256, 1});
        QCOMPARE(panel->facts()->columnCount(), 2);
    }

    /// A variant that does not exist for the stage cannot be chosen, and says why.
    void variantsThatDoNotApply() {
        add("dilate shape=disc k=9");
        QMenu* menu = panel->comparison()->menu();
        emit menu->aboutToShow();
        int refused = 0;
        for (const QAction* action : menu->actions()) {
            const Variant* variant = findVariant(filterById("dilate"), action->text().section(':', 0, 0).toStdString());
            QVERIFY2(variant, qPrintable(action->text()));
            if (action->isEnabled()) continue;
            ++refused;
            QVERIFY2(action->text().endsWith(": does not apply here"), qPrintable(action->text()));
            QVERIFY2(action->toolTip().contains("it takes squares"), qPrintable(action->toolTip()));
        }
        QCOMPARE(refused, 1);
    }

    /// Kernels of one name stand side by side; those that move samples for the user's are no match for theirs.
    void kernelsAreComparedByName() {
        SourceFacts facts;
        ProgramSource program;
        program.path = "user/soft/soft.cl";
        program.launches = {{"across"}, {"down"}};
        KernelResources moves{"move_samples", 64}, down{"down", 64}, whole{"whole", 64};
        moves.registers = 10, down.registers = 20, whole.registers = 30;
        facts.setCompared("both", "one",
                          {{"moving", "", {moves}, "", ""}, {"user/soft/soft.cl", "", {down, whole}, "", ""}});
        facts.show(program, nullptr);
        const auto rows = facts.findItems("Kernel", Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows[0]->parent()->text(0), QString("across"));
        QCOMPARE(rows[0]->text(2), QString("whole"));
        QCOMPARE(rows[1]->parent()->text(0), QString("down"));
        QCOMPARE(rows[1]->text(2), QString("down"));
    }

    void findingsOfACheckLeadToTheirLines() {
        QVERIFY(!panel->checkButton()->isEnabled()); // there is no image
        session->setImage(std::make_shared<const Image>(ImageShape{{8, 8}, {SampleType::U8, 1}}), "image");
        add("invert variant=segments workgroup=128");
        QVERIFY(panel->checkButton()->isEnabled());
        panel->checkButton()->click();
        QTRY_COMPARE(panel->facts()->valueOf("point/invert/segments.cl, line 4"),
                     QString("Invalid read of size 1 at global memory"));
        panel->facts()->setCurrentItem(panel->facts()->topLevelItem(0)->child(0));
        int line = -1, index = -1;
        panel->view()->getCursorPosition(&line, &index);
        QCOMPARE(line, 3);
        session->setWorkgroup(0, Workgroup{256, 1}); // of another launch, nobody has found anything
        QCOMPARE(panel->facts()->valueOf("point/invert/segments.cl, line 4"), QString());
    }

private:
    void add(const char* stage) {
        session->add(parseStack(stage).front());
        session->setCurrent(0);
    }
    QString text() const { return panel->view()->text(); }

    KernelTexts texts;
    KernelVersions versions{std::string()};
    std::unique_ptr<Session> session;
    std::unique_ptr<Results> results;
    std::unique_ptr<EngineThread> thread;
    std::unique_ptr<SourcePanel> panel;
};

LIGHTBENCH_TEST(SourcePanelTest, QApplication)
#include "source_panel.moc"
