# lightbench_embed_kernels(OUTPUT PATH...) writes a C++ file that holds the text of every kernels/PATH and of what these
# include, made anew when one of them changes. Called as a script (-P) it does
# the writing. A kernel file is known by its name alone, whatever folder of kernels/ it lies in.
set(EMBED_KERNELS_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(lightbench_embed_kernels output)
    # Kernel files are named within kernels/: the folder of the source tree may have any name.
    string(JOIN "," names ${ARGN})
    list(TRANSFORM ARGN PREPEND "${PROJECT_SOURCE_DIR}/kernels/" OUTPUT_VARIABLE files)
    # The script says by the depfile which headers it found.
    add_custom_command(OUTPUT "${output}"
        COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${output}" "-DNAMES=${names}" "-DKERNELS=${PROJECT_SOURCE_DIR}/kernels"
                -P "${EMBED_KERNELS_SCRIPT}"
        DEPENDS ${files} "${EMBED_KERNELS_SCRIPT}"
        DEPFILE "${output}.d"
        COMMENT "Embedding kernels"
        VERBATIM)
endfunction()

# Sets `found` to the files, named within kernels/, that the file includes in lines of #include "NAME".
function(find_included file)
    set(headers)
    # What would be a wildcard in the path of the source tree is none.
    string(REGEX REPLACE "([][*?])" "[\\1]" folder "${KERNELS}")
    file(STRINGS "${KERNELS}/${file}" lines REGEX "^#include \"")
    foreach(line IN LISTS lines)
        string(REGEX REPLACE "^#include \"([^\"]*)\".*" "\\1" name "${line}")
        file(GLOB header RELATIVE "${KERNELS}" "${folder}/${name}" "${folder}/*/${name}" "${folder}/*/*/${name}")
        list(LENGTH header count)
        if(NOT count EQUAL 1)
            message(FATAL_ERROR "${file} says ${line}, but kernels/ has ${count} files of that name")
        endif()
        list(APPEND headers ${header})
    endforeach()
    set(found ${headers} PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
    string(REPLACE "," ";" names "${NAMES}")
    set(waiting ${names})
    while(waiting)
        list(POP_FRONT waiting file)
        find_included(${file})
        list(REMOVE_ITEM found ${names})
        list(REMOVE_DUPLICATES found)
        list(APPEND names ${found})
        list(APPEND waiting ${found})
    endwhile()

    set(text "// Made from kernels/ by core/framework/embed_kernels.cmake.\n")
    string(APPEND text "#include \"core/framework/embedded_kernels.h\"\n\n")
    string(APPEND text "namespace lightbench {\nconst std::vector<EmbeddedSource>& embeddedSources() {\n")
    string(APPEND text "    static const std::vector<EmbeddedSource> all{\n")
    set(dependencies "")
    foreach(name IN LISTS names)
        file(READ "${KERNELS}/${name}" source)
        string(APPEND text "{\"${name}\", R\"__KERNEL__(${source})__KERNEL__\"},\n")
        string(APPEND dependencies " ${KERNELS}/${name}")
    endforeach()
    string(APPEND text "    };\n    return all;\n}\n} // namespace lightbench\n")
    file(WRITE "${OUTPUT}" "${text}")
    # In a depfile, as in a makefile, a space within a name is escaped.
    string(REPLACE " " "\\ " target "${OUTPUT}")
    string(REPLACE " " "\\ " folder "${KERNELS}")
    string(REPLACE "${KERNELS}/" "${folder}/" dependencies "${dependencies}")
    file(WRITE "${OUTPUT}.d" "${target}:${dependencies}\n")
endif()
