# What the build knows of filters by looking into core/filters. The build and that of the fuzz programs include it.

# lightbench_filters(VARIABLE): the names of all filters. core/filters/FAMILY/NAME.cpp is a filter's if it defines
# `Filter NAME()`; NAME is also, with dashes for underscores, the filter's id.
function(lightbench_filters variable)
    file(GLOB paths CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/filters/*/*.cpp)
    set(names)
    foreach(path IN LISTS paths)
        cmake_path(GET path STEM name)
        file(STRINGS ${path} definition REGEX "^Filter ${name}\\(\\) {")
        if(definition)
            list(APPEND names ${name})
        endif()
    endforeach()
    list(SORT names)
    set(${variable} ${names} PARENT_SCOPE)
endfunction()

# lightbench_filter_registry(OUTPUT) writes the C++ file that has all filters, by their ids.
function(lightbench_filter_registry output)
    lightbench_filters(filters)
    set(FILTER_DECLARATIONS "")
    set(FILTER_CALLS "")
    set(FILTER_NAMES "")
    foreach(name IN LISTS filters)
        string(APPEND FILTER_NAMES "\"${name}\", ")
        string(APPEND FILTER_DECLARATIONS "Filter ${name}();\n")
        string(APPEND FILTER_CALLS "    all.push_back(filters::${name}());\n")
    endforeach()
    configure_file(${PROJECT_SOURCE_DIR}/core/filters/filter_registry.cpp.in ${output} @ONLY)
endfunction()
