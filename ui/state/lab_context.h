// What the lab's panels, commands and other parts are made from. All of it outlives them; a part takes what it needs
// and connects itself.
#pragma once

namespace lightbench {

class DeviceCeilings;
class FileTasks;
class ImageView;
class Messages;
class Results;
class RunControl;
class RunSettings;
class Session;
class Truth;
class TuningStore;

struct LabContext {
    Session& session; ///< image, stack, selection, device
    Results& results; ///< what is known of them
    RunSettings& settings;
    RunControl& runs;   ///< when what is run
    Messages& messages; ///< to the user
    Truth& truth;       ///< how the shown result differs from its reference
    FileTasks& files;   ///< off the window's thread
    ImageView& view;
    TuningStore& tuning;      ///< what auto has learned
    DeviceCeilings& ceilings; ///< what the session's device can do at most
};

} // namespace lightbench
