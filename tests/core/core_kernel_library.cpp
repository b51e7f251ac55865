// The kernels and the filters as values: what lies over what, and which text a program is.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/framework/filter_catalog.h"
#include "core/framework/kernel_library.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
void put(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

QString textOf(const KernelLibrary& library, const char* program) {
    return QString::fromStdString(library.source(program).text);
}
} // namespace

class CoreKernelLibrary : public QObject {
    Q_OBJECT
private slots:
    void builtIn() {
        const KernelSource source = KernelLibrary().source("window-maximum/tiles");
        QVERIFY(QString::fromStdString(source.path).startsWith("kernels/windows/window_maximum/"));
        const QString text = QString::fromStdString(source.text);
        QVERIFY(text.startsWith("#line 1 \"kernels/prelude/prelude.clh\"\n"));
        QVERIFY(text.contains("#line 1 \"" + QString::fromStdString(source.path) + "\"\n"));
        QVERIFY2(!text.contains("#include \""), "what is included stands in its place");
        QCOMPARE(KernelLibrary().pathOf("threshold.cl"), std::string("kernels/point/threshold.cl"));
        VERIFY_CONTAINS(messageOf([] { KernelLibrary().source("nothing"); }), "nothing.cl");
        // Several filters have a variant of this name.
        VERIFY_CONTAINS(messageOf([] { KernelLibrary().pathOf("strips.cl"); }),
                        "two kernel files are called strips.cl");
        for (const char* name : {"box/strips.cl", "scans/box/strips.cl", "kernels/scans/box/strips.cl"})
            QCOMPARE(KernelLibrary().pathOf(name), std::string("kernels/scans/box/strips.cl"));
    }

    void editedTextLiesOver() {
        const KernelLibrary edited = KernelLibrary().with("point/posterize.cl", "// mine\n#include \"helper.clh\"\n");
        VERIFY_CONTAINS(messageOf([&] { edited.source("posterize"); }), "helper.clh");
        const KernelLibrary both = edited.with("helper.clh", "int helper;\n");
        QVERIFY(textOf(both, "posterize").contains("// mine\n#line 1 \"kernels/helper.clh\"\nint helper;\n#line 3"));
        QCOMPARE(textOf(both, "threshold"), textOf({}, "threshold"));
        QVERIFY(textOf(both.with("posterize.cl", "// newer\n"), "posterize").endsWith("// newer\n"));
    }

    // A compiler skips the directive behind an #include whose branch is not taken.
    void linesAreCountedBehindBranches() {
        const KernelLibrary library = KernelLibrary()
                                          .with("helper.clh", "int helper;\n")
                                          .with("posterize.cl", "#if 0\n#include \"helper.clh\"\n# else\nint a;\n"
                                                                "#endif\nint b;\n#if 1\nint c;\n#endif\nint d;\n");
        const QString line =
            "#line %1 \"kernels/" + QString::fromStdString(library.source("posterize").path).mid(8) + "\"\n";
        const QString text = textOf(library, "posterize");
        QVERIFY2(text.contains("# else\n" + line.arg(4) + "int a;\n#endif\n" + line.arg(6) + "int b;\n"),
                 qPrintable(text.right(300)));
        QVERIFY2(text.endsWith("int b;\n#if 1\nint c;\n#endif\nint d;\n"), "nothing is included there");
    }

    void headersAreIncludedOnce() {
        const KernelLibrary library = KernelLibrary()
                                          .with("inner.clh", "int inner;\n")
                                          .with("outer.clh", "#include \"inner.clh\"\nint outer;\n")
                                          .with("posterize.cl", "#if 1\n#include \"inner.clh\"\n#endif\n"
                                                                "#include \"outer.clh\"\n#include \"inner.clh\"\n");
        const QString text = textOf(library, "posterize");
        QCOMPARE(text.count("int outer;"), 1);
        QCOMPARE(text.count("int inner;"), 2); // the compiler takes one of both
        QCOMPARE(text.count("#ifndef HAS_inner_clh\n#define HAS_inner_clh\n"), 2);
        QVERIFY(!text.contains("HAS_outer"));
    }

    void folderStandsAlone() {
        QTemporaryDir folder;
        const auto library = KernelLibrary::ofFolder(folder.path().toStdString());
        VERIFY_CONTAINS(messageOf([&] { library.source("posterize"); }), "cannot read the kernel file");
        QVERIFY(QDir(folder.path()).mkdir("deep"));
        put(folder.filePath("prelude.clh"), "// prelude\n");
        put(folder.filePath("deep/posterize.cl"), "// one\n");
        QCOMPARE(library.source("posterize").path, std::string("kernels/deep/posterize.cl"));
        const KernelLibrary then = library.read();
        put(folder.filePath("deep/posterize.cl"), "// two\n");
        QVERIFY2(textOf(library, "posterize").endsWith("// two\n"), "what was saved meanwhile is seen");
        QVERIFY2(textOf(then, "posterize").endsWith("// one\n"), "what was read stays");
        QVERIFY(textOf(library.with("posterize.cl", "// three\n"), "posterize").endsWith("// three\n"));
        QVERIFY(messageOf([&] { then.source("threshold"); }).contains(folder.path()));
    }

    void hashTellsWhatIsBuilt() {
        const KernelLibrary builtIn;
        QVERIFY(builtIn.hash() == KernelLibrary().hash());
        const KernelLibrary one = builtIn.with("point/posterize.cl", "// one\n");
        QVERIFY(one.hash() != builtIn.hash() && one.hash() != builtIn.with("point/posterize.cl", "// two\n").hash());
        QTemporaryDir folder;
        put(folder.filePath("prelude.clh"), "// prelude\n");
        const auto library = KernelLibrary::ofFolder(folder.path().toStdString());
        const std::uint64_t before = library.hash();
        QVERIFY(before == library.read().hash() && before != builtIn.hash());
        put(folder.filePath("prelude.clh"), "// another\n");
        QVERIFY(library.hash() != before);
    }

    void filtersAreLaidOver() {
        Filter mine;
        mine.id = "mine";
        Filter other = filterById("posterize");
        other.label = "Mine too";
        const FilterCatalog catalog = builtInFilters().with({mine, other});
        QCOMPARE(catalog.filters().size(), allFilters().size() + 1);
        QCOMPARE(catalog.byId("posterize").label, std::string("Mine too"));
        QVERIFY(catalog.find("mine") && !findFilter("mine"));
        QVERIFY(!catalog.isDefinedOver(builtInFilters()) && builtInFilters().isDefinedOver(builtInFilters()));
        VERIFY_CONTAINS(messageOf([&] { catalog.byId("mime"); }), "did you mean mine");
    }

    void withoutAReferenceThereIsNoHostVariant() {
        Filter filter = filterById("posterize");
        QCOMPARE(allVariants(filter).back()->id, std::string("cpu"));
        filter.reference = nullptr;
        for (const Variant* variant : allVariants(filter))
            QVERIFY(variant->id != "cpu");
        VERIFY_CONTAINS(messageOf([&] { variantById(filter, "cpu"); }), "no variant called \"cpu\"");
    }
};

LIGHTBENCH_TEST(CoreKernelLibrary, NoApplication)
#include "core_kernel_library.moc"
