// The plans that a GPU would get are built here too, by whatever driver there is: kernels that no CPU runs are compiled
// where no GPU is.
#include "tests/gpu/gpu_support.h"

#include "core/run/resolve.h"
#include "gpu/driver/devices.h"
#include "gpu/programs/program_cache.h"
#include "gpu/programs/program_sources.h"
#include "tests/conformance/declared_builtins.h"

using namespace lightbench;

class GpuPlans : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void everyOneBuilds_data();
    void everyOneBuilds();

private:
    void build(const Filter& filter, const ParameterValues& values, const ImageShape& shape);

    DeviceInfo info_;
    std::unique_ptr<ProgramCache> programs_;
    DeclaredBuiltins declared_;
    int built_ = 0;
};

void GpuPlans::initTestCase() {
    const DeviceCatalog found = findDevices();
    QVERIFY(!found.handles.empty());
    info_ = found.list.devices.front();
    info_.type = DeviceType::Gpu;
    declared_ = withDeclaredBuiltins(KernelLibrary().read());
    programs_ = std::make_unique<ProgramCache>(cl::Context(found.handles.front()), found.handles.front(), info_);
}

void GpuPlans::everyOneBuilds_data() {
    QTest::addColumn<QString>("filter");
    for (const Filter& filter : allFilters())
        QTest::addRow("%s", filter.id.c_str()) << QString::fromStdString(filter.id);
}

void GpuPlans::build(const Filter& filter, const ParameterValues& values, const ImageShape& shape) {
    Stage stage{.filter = filter.id, .parameters = withPictures(filter, values, shape, 1, false)};
    const ResolvedStage resolved = resolveStage(stage, shape, info_);
    const ProgramSources sources = programsOf(resolved.plan, declared_.kernels);
    for (const Pass& pass : resolved.plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass)) {
            programs_->kernel(filter.id, sources.at(kernel->program), *kernel, declared_.buildOptions);
            ++built_;
        }
}

/// With the defaults, and, where a filter has such values, limited to a region and mixed.
void GpuPlans::everyOneBuilds() {
    QFETCH(QString, filter);
    const Filter& one = filterById(filter.toStdString());
    std::mt19937 random(1);
    const std::vector<ParameterSet> sets = parameterSets(one, random);
    built_ = 0;
    for (Format format : acceptedFormats(one))
        for (const ParameterSet* set : {&sets.front(), &sets.back()}) {
            try {
                build(one, set->values, {{640, 480}, format});
            } catch (const Error& error) {
                // Values of which the walk makes images that a filter refuses are no fault; the defaults are never
                // such.
                if (error.kind() == ErrorKind::Build || set == &sets.front())
                    QFAIL(qPrintable(QString::fromStdString(format.name() + ": " + error.what())));
            }
        }
    QVERIFY(built_ > 0);
}

QTEST_GUILESS_MAIN(GpuPlans)
#include "gpu_plans.moc"
