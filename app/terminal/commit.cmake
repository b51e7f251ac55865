# Writes OUTPUT, which says the commit of SOURCE_DIR, where it is not there or says another.
execute_process(COMMAND git -C ${SOURCE_DIR} describe --always --dirty --abbrev=12 --exclude=*
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed OR commit STREQUAL "")
    set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
// Written by the build: the commit that it is of.
#include "app/terminal/build_info.h"

namespace lightbench {

std::string programCommit() { return "@commit@"; }

} // namespace lightbench
]])
