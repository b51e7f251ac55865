// Drivers that are not as they should be: no platform, an ICD file that names a missing library, several devices,
// little memory. The loader reads its environment once in a process, so each case is a process: this program runs
// itself.
#include "tests/gpu/gpu_support.h"

#include <QProcess>
#include <QTemporaryDir>

using namespace lightbench;

class GpuDrivers : public QObject {
    Q_OBJECT
private slots:
    void noPlatform();
    void brokenIcd();
    void twoDevices();
    void littleMemory();

private:
    /// What this program prints as a child that does `job`.
    static QString child(const QString& job, const QMap<QString, QString>& variables);
};

QString GpuDrivers::child(const QString& job, const QMap<QString, QString>& variables) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (auto one = variables.begin(); one != variables.end(); ++one)
        environment.insert(one.key(), one.value());
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(QCoreApplication::applicationFilePath(), {"--child", job});
    if (!process.waitForFinished(120000)) process.kill();
    const QString text = process.readAllStandardOutput();
    const bool isWell = process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    return isWell ? text : "the child failed: " + text + process.readAllStandardError();
}

void GpuDrivers::noPlatform() {
    QTemporaryDir empty;
    const QString text = child("list", {{"OCL_ICD_VENDORS", empty.path()}});
    QVERIFY2(text.contains("warning: no OpenCL device was found") && text.contains("OCL_ICD_VENDORS names"),
             qPrintable(text));
    QVERIFY2(!text.contains("device 0"), qPrintable(text));
    const QString run = child("run", {{"OCL_ICD_VENDORS", empty.path()}});
    QVERIFY2(run.contains("error Device: there is no OpenCL device") && run.contains("OCL_ICD_VENDORS"),
             qPrintable(run));
}

void GpuDrivers::brokenIcd() {
    QTemporaryDir folder;
    QFile broken(folder.filePath("broken.icd"));
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("liblightbench-no-such-driver.so.1\n");
    broken.close();
    for (const QFileInfo& file : QDir("/etc/OpenCL/vendors").entryInfoList({"*.icd"}))
        QVERIFY(QFile::copy(file.filePath(), folder.filePath(file.fileName())));
    const QString text = child("list", {{"OCL_ICD_VENDORS", folder.path()}});
    QStringList about;
    for (const QString& line : text.split('\n'))
        if (line.contains("broken.icd")) about += line;
    QCOMPARE(about.size(), 1);
    QVERIFY2(about[0].startsWith("warning: ") && about[0].contains("liblightbench-no-such-driver.so.1") &&
                 about[0].contains("remove the file"),
             qPrintable(about[0]));
    QVERIFY2(text.contains("device 0"), qPrintable(text));
}

void GpuDrivers::twoDevices() {
    const QString text = child("run", {{"POCL_DEVICES", "pthread basic"}});
    QVERIFY2(text.contains("ran on 0: match") && text.contains("ran on 1: match"), qPrintable(text));
}

void GpuDrivers::littleMemory() {
    const QString text = child("fill", {{"POCL_MEMORY_LIMIT", "1"}}); // GiB
    QVERIFY2(text.contains("error Device: not enough device memory") && text.contains("1 GiB"), qPrintable(text));
    QVERIFY2(text.contains("then: match"), qPrintable(text));
}

namespace {
void list(Engine& engine) {
    for (const DeviceInfo& device : engine.devices().devices)
        std::printf("device %d %s\n", device.index, device.name.c_str());
    for (const std::string& warning : engine.devices().warnings)
        std::printf("warning: %s\n", warning.c_str());
}

std::string verdictOn(Engine& engine, int device) {
    RunRequest request = requestOf(noiseImage({100, 50}), "grayscale | invert", {.verify = true, .reuse = true});
    request.device = device;
    return verdictName(engine.run(request)->verdict());
}

void runEverywhere(Engine& engine) {
    const int devices = std::max(1, int(engine.devices().devices.size()));
    for (int device = 0; device < devices; ++device)
        std::printf("ran on %d: %s\n", device, verdictOn(engine, device).c_str());
}

/// Needs five buffers of 244 MiB at once, because a check keeps every stage's output.
void fillMemory(Engine& engine) {
    const auto image = std::make_shared<const Image>(Image({{8000, 8000}, {SampleType::F32, 1}}));
    try {
        engine.run(requestOf(image, "invert | invert | invert | invert | invert", {.verify = true}));
    } catch (const Error& error) {
        std::printf("error %s: %s\n", error.kind() == ErrorKind::Device ? "Device" : "of another kind", error.what());
    }
    std::printf("then: %s\n", verdictOn(engine, 0).c_str());
}

int childMain(const std::string& job) {
    const auto engine = makeOpenClEngine();
    try {
        if (job == "list") list(*engine);
        if (job == "run") runEverywhere(*engine);
        if (job == "fill") fillMemory(*engine);
    } catch (const Error& error) {
        std::printf("error %s: %s\n", error.kind() == ErrorKind::Device ? "Device" : "of another kind", error.what());
    }
    return 0;
}
} // namespace

int main(int count, char** words) {
    if (count == 3 && std::string_view(words[1]) == "--child") return childMain(words[2]);
    QCoreApplication application(count, words);
    GpuDrivers tests;
    return QTest::qExec(&tests, count, words);
}
#include "gpu_drivers.moc"
