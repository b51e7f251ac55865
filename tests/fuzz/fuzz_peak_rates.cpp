// What libFuzzer calls for the file of peak rates: it is refused, or gives the rates of a device, which are kept and
// found again. The rates of other devices stay.
#include <filesystem>
#include <fstream>

#include "core/base/text.h"
#include "core/roofline/peak_rates_file.h"
#include "tests/fuzz/refusal.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
/// In memory, in a folder of its own: keep() replaces the file.
std::string pathOfFile() {
    std::string folder = "/dev/shm/lightbench-fuzz-XXXXXX";
    if (!mkdtemp(folder.data())) stop("There is no folder in memory.");
    static const struct Removal {
        std::string folder;
        ~Removal() { std::filesystem::remove_all(folder); }
    } removal{folder};
    return folder + "/peak-rates.csv";
}

DeviceInfo device(const char* name) {
    DeviceInfo device;
    device.name = name;
    device.driver = "1.8";
    device.computeUnits = 4;
    return device;
}

std::string textOf(const StoredPeakRates& kept) {
    std::string text = kept.measured + " " + std::to_string(kept.peakRates.bytes);
    for (const PeakRate& one : {kept.peakRates.readGbPerS, kept.peakRates.copyGbPerS, kept.peakRates.localGbPerS,
                                kept.peakRates.gigaOperationsPerS})
        text += " " + numberText(one.best) + " " + numberText(one.minimum) + " " + one.form;
    return text + " " + std::to_string(kept.peakRates.rounds) + " " + numberText(kept.peakRates.launchUs);
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const PeakRatesFile file(pathOfFile());
    static const DeviceInfo one = device("one"), other = device("other");
    std::ofstream(file.path(), std::ios::binary) << tests::textOf(data, size);
    const auto found = readOrRefused([&] { return file.find(one); });
    if (!found || !*found) return 0;
    file.keep(other, **found);
    if (textOf(*file.find(one)) != textOf(**found)) stop("The rates of another device were not kept.");
    if (textOf(*file.find(other)) != textOf(**found)) stop("The rates that were kept are others.");
    return 0;
}
