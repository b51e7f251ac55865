# Installs core and gpu as a library for other programs, which find it with find_package(Lightbench). By itself:
# `cmake --install build/release --prefix PREFIX --component library`.
include(CMakePackageConfigHelpers)

# The headers that a program includes: requests, reports, stacks, filters, devices and image files.
set(interfaceHeaders core/base/error.h core/codecs/image_file.h core/filters/built_in_filters.h core/run/engine.h
                     core/run/report_json.h core/run/stack_text.h gpu/opencl_engine.h)

# lightbench_with_included(VARIABLE HEADER...): the headers and all that they include of core and gpu.
function(lightbench_with_included variable)
    set(headers ${ARGN})
    set(open ${ARGN})
    while(open)
        list(POP_FRONT open header)
        file(STRINGS ${PROJECT_SOURCE_DIR}/${header} lines REGEX "^#include \"(core|gpu)/")
        foreach(line IN LISTS lines)
            string(REGEX REPLACE "^#include \"([^\"]*)\".*" "\\1" included "${line}")
            if(NOT included IN_LIST headers)
                list(APPEND headers ${included})
                list(APPEND open ${included})
            endif()
        endforeach()
    endwhile()
    set(${variable} ${headers} PARENT_SCOPE)
endfunction()

lightbench_with_included(headers ${interfaceHeaders})
foreach(header IN LISTS headers)
    cmake_path(GET header PARENT_PATH folder)
    install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/lightbench/${folder} COMPONENT library)
endforeach()

set(packageFolder ${CMAKE_INSTALL_LIBDIR}/cmake/Lightbench)
set_target_properties(lightbench_core PROPERTIES EXPORT_NAME core)
set_target_properties(lightbench_gpu PROPERTIES EXPORT_NAME gpu)
install(TARGETS lightbench_core lightbench_gpu EXPORT LightbenchTargets ARCHIVE COMPONENT library
        LIBRARY COMPONENT library)
install(EXPORT LightbenchTargets NAMESPACE Lightbench:: DESTINATION ${packageFolder} COMPONENT library)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/LightbenchConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/LightbenchConfig.cmake INSTALL_DESTINATION ${packageFolder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/LightbenchConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/LightbenchConfig.cmake ${PROJECT_BINARY_DIR}/LightbenchConfigVersion.cmake
        DESTINATION ${packageFolder} COMPONENT library)
