// References to everything that the lab's panels, commands and other parts share. LabWindow creates it; all parts take
// it in their constructor and connect themselves. The referenced objects outlive the parts.
#pragma once

namespace lightbench {

class DevicePeakRates;
class FileTasks;
class ImageView;
class Messages;
class OpenedKernels;
class Results;
class RunControl;
class Session;
class Truth;
class TuningStore;

struct LabContext {
    Session& session;       ///< image, stack, selection, device
    Results& results;       ///< the results of runs
    RunControl& runs;       ///< when stacks run
    Messages& messages;     ///< messages to the user
    Truth& truth;           ///< how the shown result differs from its reference
    FileTasks& files;       ///< reads and writes files on background threads
    OpenedKernels& kernels; ///< the user's kernel files
    ImageView& view;
    TuningStore& tuning;        ///< tuning results for `auto`
    DevicePeakRates& peakRates; ///< peak rates of the session's device
};

} // namespace lightbench
