// The plans that a GPU would get are built here too, by whatever driver there is: kernels that no CPU runs are compiled
// where no GPU is.
#include "tests/built_in_stacks.h"
#include "tests/gpu/gpu_support.h"

#include "core/run/resolve.h"
#include "gpu/driver/devices.h"
#include "gpu/programs/program_cache.h"
#include "gpu/programs/program_sources.h"
#include "tests/conformance/declared_builtins.h"
#include "tests/filters/made_up_gpu.h"
#include "tests/test_program.h"

using namespace lightbench;

class GpuPlans : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void everyOneBuilds_data();
    void everyOneBuilds();

private:
    void build(const Stage& stage, const ImageShape& shape);
    void tryToBuild(const Stage& stage, const ImageShape& shape);

    const DeviceInfo info_ = tests::madeUpGpu();
    std::unique_ptr<ProgramCache> programs_;
    const KernelLibrary kernels_ = KernelLibrary().read();
    int built_ = 0;
};

void GpuPlans::initTestCase() {
    const DeviceCatalog found = findDevices();
    QVERIFY(!found.handles.empty());
    // Kernels know processors by these names.
    const std::string noProcessor = "#undef __x86_64__\n#undef __aarch64__\n";
    const auto rewritten = [=, driver = found.list.devices.front()](const DeviceInfo&, const std::string& kernel,
                                                                    const ProgramText& program) {
        return quicklyBuilt(driver, kernel, program, noProcessor);
    };
    programs_ =
        std::make_unique<ProgramCache>(cl::Context(found.handles.front()), found.handles.front(), info_, rewritten);
}

void GpuPlans::everyOneBuilds_data() {
    QTest::addColumn<QString>("filter");
    for (const Filter& filter : allFilters())
        QTest::addRow("%s", filter.id.c_str()) << QString::fromStdString(filter.id);
}

void GpuPlans::build(const Stage& stage, const ImageShape& shape) {
    const ResolvedStage resolved = resolveStage(stage, shape, info_);
    const ProgramSources sources = programsOf(resolved.plan, kernels_);
    for (const Pass& pass : resolved.plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass)) {
            programs_->kernel(stage.filter, sources.at(kernel->program), *kernel, "-cl-opt-disable"); // nothing is run
            ++built_;
        }
}

void GpuPlans::tryToBuild(const Stage& stage, const ImageShape& shape) {
    try {
        build(stage, shape);
    } catch (const Error& error) {
        // A variant, or values of which the walk makes images, may be refused; what is built must build.
        if (error.kind() == ErrorKind::Build)
            QFAIL(qPrintable(QString::fromStdString(shape.format.name() + ": " + error.what())));
    }
}

/// Every variant for a large image; the defaults for a small and odd one, since kernels depend on that, too; and, where
/// a filter has such values, limited to a region and mixed.
void GpuPlans::everyOneBuilds() {
    QFETCH(QString, filter);
    const Filter& one = filterById(filter.toStdString());
    std::mt19937 random(1);
    const std::vector<ParameterSet> sets = parameterSets(one, random);
    built_ = 0;
    for (Format format : acceptedFormats(one)) {
        const ImageShape large{{4096, 4096}, format}, odd{{641, 479}, format};
        const ParameterValues values = withPictures(one, sets.front().values, large, 1, false);
        for (const Variant& variant : one.variants) {
            tryToBuild({one.id, values, variant.id}, large);
            if (QTest::currentTestFailed()) return;
        }
        for (const ParameterSet* set : {&sets.front(), &sets.back()})
            tryToBuild({one.id, withPictures(one, set->values, odd, 1, false)}, odd);
    }
    QVERIFY(built_ > 0);
}

LIGHTBENCH_TEST(GpuPlans, QCoreApplication)
#include "gpu_plans.moc"
