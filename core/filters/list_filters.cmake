# The built-in filters are all functions `Filter NAME() {` in the files of core/filters.
# lightbench_find_filters(VARIABLE FILE...) sets their names. lightbench_list_filters(OUTPUT FILE...) writes the C++
# file with builtInFilters(), made anew when one of them changes. Called as a script (-P) it does the writing.
set(LIST_FILTERS_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(lightbench_find_filters variable)
    set(names)
    foreach(file IN LISTS ARGN)
        file(STRINGS "${file}" found REGEX "^Filter [a-z0-9_]+\\(\\) {")
        list(APPEND names ${found})
    endforeach()
    list(TRANSFORM names REPLACE "^Filter ([a-z0-9_]+).*" "\\1")
    list(SORT names)
    set(${variable} ${names} PARENT_SCOPE)
endfunction()

function(lightbench_list_filters output)
    # The files are named within core/: the folder of the source tree may have any name.
    string(JOIN "," names ${ARGN})
    add_custom_command(OUTPUT "${output}"
        COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${output}" "-DNAMES=${names}" -P "${LIST_FILTERS_SCRIPT}"
        DEPENDS ${ARGN} "${LIST_FILTERS_SCRIPT}"
        WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
        COMMENT "Listing filters"
        VERBATIM)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
    string(REPLACE "," ";" files "${NAMES}")
    list(TRANSFORM files PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
    lightbench_find_filters(names ${files})
    list(TRANSFORM names APPEND "()" OUTPUT_VARIABLE calls)
    list(JOIN calls ", filters::" made)
    list(JOIN calls ", " declared)
    file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT [[
// Made from the files of core/filters by core/filters/list_filters.cmake.
#include "core/filters/built_in_filters.h"

namespace lightbench {
namespace filters {
Filter @declared@;
}

const FilterCatalog& builtInFilters() {
    static const FilterCatalog catalog(std::vector<Filter>{filters::@made@});
    return catalog;
}
} // namespace lightbench
]] @ONLY)
endif()
