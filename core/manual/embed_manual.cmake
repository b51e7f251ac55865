# lightbench_embed_manual(OUTPUT) writes a C++ file that holds the pages and pictures of resources/manual. The assembler
# copies the files (.incbin): 2 MB of text constants would take the compiler minutes. Called as a script (-P) it writes.
set(EMBED_MANUAL_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(lightbench_embed_manual output)
    set(folder ${PROJECT_SOURCE_DIR}/resources/manual)
    file(GLOB files CONFIGURE_DEPENDS ${folder}/*.md ${folder}/images/* ${folder}/filters/*.md ${folder}/filters/*.webp)
    set(names)
    foreach(file IN LISTS files)
        file(RELATIVE_PATH name "${folder}" "${file}")
        list(APPEND names ${name})
    endforeach()
    string(JOIN "," names ${names})
    add_custom_command(OUTPUT "${output}"
        COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${output}" "-DNAMES=${names}" "-DFOLDER=${folder}"
                -P "${EMBED_MANUAL_SCRIPT}"
        DEPENDS ${files} "${EMBED_MANUAL_SCRIPT}"
        COMMENT "Embedding the manual"
        VERBATIM)
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE)
    return()
endif()
string(REPLACE "," ";" names "${NAMES}")
set(symbols)
set(rows)
set(number 0)
foreach(name IN LISTS names)
    string(REGEX REPLACE "([\\\"])" "\\\\\\1" path "${FOLDER}/${name}")
    string(APPEND symbols "LIGHTBENCH_EMBED(${number}, R\"(${path})\")\n")
    string(APPEND rows "    {\"${name}\", {embedded${number}, embeddedEnd${number}}},\n")
    math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${OUTPUT}" "// Made by core/manual/embed_manual.cmake.
#include <array>

#include \"core/manual/manual.h\"

// The file between two symbols. It is read as it lies in the program.
#define LIGHTBENCH_EMBED(number, path)                                                              \\
    __asm__(\".pushsection .rodata\\n.balign 16\\n.global lightbench_manual_\" #number                 \\
            \"\\nlightbench_manual_\" #number \":\\n.incbin \\\"\" path \"\\\"\\n\"                          \\
            \".global lightbench_manual_end_\" #number                                                 \\
            \"\\nlightbench_manual_end_\" #number \":\\n.byte 0\\n.popsection\\n\");                    \\
    extern \"C\" const char embedded##number[] __asm__(\"lightbench_manual_\" #number);              \\
    extern \"C\" const char embeddedEnd##number[] __asm__(\"lightbench_manual_end_\" #number);

${symbols}
namespace lightbench {

std::span<const ManualFile> manualFiles() {
    static const std::array<ManualFile, ${number}> files{{
${rows}    }};
    return files;
}

} // namespace lightbench
")
