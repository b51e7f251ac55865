// Creates all panels of the lab and docks them, one line each. LabWindow calls it once.
#pragma once

#include "ui/state/session/lab_context.h"

namespace lightbench {

class Docks;
class Exports;
class KernelLibrary;
class StackPanel;

/// `kernels`: those that the engine builds. The stack panel is created earlier, because commands act on it.
void addPanels(Docks* docks, const LabContext& lab, const KernelLibrary& kernels, StackPanel* stack, Exports* exports);

} // namespace lightbench
