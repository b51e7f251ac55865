# lightbench_embed_kernels(OUTPUT common.clh NAME...) writes a C++ file that holds the text of kernels/common.clh and of
# every kernels/NAME.cl, made anew when one of them changes. Called as a script (-P) it does the writing.
set(EMBED_KERNELS_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(lightbench_embed_kernels output)
    set(files)
    foreach(name IN LISTS ARGN)
        if(NOT name MATCHES "\\.clh$")
            set(name ${name}.cl)
        endif()
        list(APPEND files ${PROJECT_SOURCE_DIR}/kernels/${name})
    endforeach()
    string(JOIN "," joined ${files})
    add_custom_command(OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DFILES=${joined} -P ${EMBED_KERNELS_SCRIPT}
        DEPENDS ${files} ${EMBED_KERNELS_SCRIPT}
        COMMENT "Embedding kernels")
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
    string(REPLACE "," ";" FILES "${FILES}")
    set(text "// Made from kernels/ by core/embed_kernels.cmake.\n#include \"core/embedded_kernels.h\"\n\n")
    string(APPEND text "namespace lightbench {\nconst std::vector<EmbeddedKernel>& embeddedKernels() {\n")
    string(APPEND text "    static const std::vector<EmbeddedKernel> all{\n")
    foreach(file IN LISTS FILES)
        get_filename_component(name ${file} NAME)
        file(READ ${file} source)
        string(APPEND text "{\"${name}\", R\"__KERNEL__(${source})__KERNEL__\"},\n")
    endforeach()
    string(APPEND text "    };\n    return all;\n}\n} // namespace lightbench\n")
    file(WRITE ${OUTPUT} "${text}")
endif()
