# Writes OUTPUT, which says the commit of SOURCE_DIR, where it is not there or says another. A source that was unpacked
# amid somebody else's repository is none of its files, and has no commit.
execute_process(COMMAND git -C ${SOURCE_DIR} ls-files --error-unmatch CMakeLists.txt
    OUTPUT_QUIET ERROR_QUIET RESULT_VARIABLE foreign)
execute_process(COMMAND git -C ${SOURCE_DIR} describe --always --dirty --abbrev=12 --exclude=*
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(foreign OR failed OR commit STREQUAL "")
    set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
// Written by the build: the commit that it is of.
#include "app/terminal/build_info.h"

namespace lightbench {

std::string programCommit() { return "@commit@"; }

} // namespace lightbench
]])
