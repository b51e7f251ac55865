# lightbench_embed_kernels(OUTPUT common.clh NAME...) writes a C++ file that holds the text of kernels/common.clh, of
# every kernels/NAME.cl and of what these include, made anew when one of them changes. Called as a script (-P) it does
# the writing.
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
    # The script says by the depfile which headers it found.
    add_custom_command(OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DFILES=${joined} -P ${EMBED_KERNELS_SCRIPT}
        DEPENDS ${files} ${EMBED_KERNELS_SCRIPT}
        DEPFILE ${output}.d
        COMMENT "Embedding kernels")
endfunction()

# Sets `found` to the files of kernels/ that the file names in lines of #include "NAME".
function(find_included file)
    set(headers)
    file(STRINGS ${file} lines REGEX "^#include \"")
    get_filename_component(folder ${file} DIRECTORY)
    foreach(line IN LISTS lines)
        string(REGEX REPLACE "^#include \"([^\"]*)\".*" "${folder}/\\1" header "${line}")
        if(NOT EXISTS ${header})
            message(FATAL_ERROR "${file} says ${line}, but there is no such file in kernels/")
        endif()
        list(APPEND headers ${header})
    endforeach()
    set(found ${headers} PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
    string(REPLACE "," ";" FILES "${FILES}")
    set(waiting ${FILES})
    while(waiting)
        list(POP_FRONT waiting file)
        find_included(${file})
        list(REMOVE_ITEM found ${FILES})
        list(REMOVE_DUPLICATES found)
        list(APPEND FILES ${found})
        list(APPEND waiting ${found})
    endwhile()

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
    string(JOIN " " joined ${FILES})
    file(WRITE ${OUTPUT}.d "${OUTPUT}: ${joined}\n")
endif()
