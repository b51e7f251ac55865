// The ICD files that tell the OpenCL loader which drivers there are, and which of them name a library that cannot be
// loaded. The loader skips those without a word.
#pragma once

#include <string>
#include <vector>

namespace lightbench {

/// One warning line for each ICD file whose library does not load: file, library, reason, remedy. Looks where the
/// loader looks: OCL_ICD_VENDORS or OPENCL_VENDOR_PATH, else /etc/OpenCL/vendors. Call it after the loader has been
/// used: what is in the process already is not loaded again.
std::vector<std::string> brokenIcdWarnings();

} // namespace lightbench
