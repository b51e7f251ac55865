# Configures a build whose pkg-config names every folder, those too that the compiler searches anyway, and fails where
# a file is compiled with one of these:
#     cmake -D SOURCE=FOLDER -D PLACE=FOLDER -D GENERATOR=NAME -D MAKE=PROGRAM -D COMPILER=PROGRAM
#           -P include_folders.cmake
# Searched earlier than the compiler means to, they hide its own headers: "cmath: fatal error: math.h: No such file".
file(REMOVE_RECURSE ${PLACE})
set(ENV{PKG_CONFIG_ALLOW_SYSTEM_CFLAGS} 1)
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${PLACE} -G ${GENERATOR} -D CMAKE_MAKE_PROGRAM=${MAKE}
                        -D CMAKE_CXX_COMPILER=${COMPILER} -D LIGHTBENCH_QT=OFF -D LIGHTBENCH_CODECS=ON
                RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT code EQUAL 0)
    message(FATAL_ERROR "the build was not configured:\n${output}")
endif()
file(READ ${PLACE}/compile_commands.json commands)
if(NOT commands MATCHES "/exr\\.cpp")
    message(FATAL_ERROR "the build has no file that needs OpenEXR")
endif()
string(REGEX MATCHALL "-(I|isystem) ?/usr(/local)?/include[ \"]" found "${commands}")
list(REMOVE_DUPLICATES found)
if(found)
    message(FATAL_ERROR "files are compiled with folders that the compiler searches anyway: ${found}")
endif()
