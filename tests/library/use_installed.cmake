# Installs the library into a new folder, builds the example against it as another program would, and runs it:
#     cmake -D BUILD=FOLDER -D GENERATOR=NAME -D MAKE=PROGRAM -D COMPILER=PROGRAM -D CLI=PROGRAM -D IMAGE=FILE
#           -P use_installed.cmake
# The example is built with the generator and the compiler of the build: a machine may have no others.
set(place ${BUILD}/library_test)
file(REMOVE_RECURSE ${place})
function(run)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT code EQUAL 0)
        message(FATAL_ERROR "${ARGN} ended with ${code}:\n${output}")
    endif()
    set(output "${output}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${place}/prefix --component library)
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${place}/build -G ${GENERATOR} -D CMAKE_MAKE_PROGRAM=${MAKE}
    -D CMAKE_PREFIX_PATH=${place}/prefix -D CMAKE_BUILD_TYPE=Release -D CMAKE_CXX_COMPILER=${COMPILER})
run(${CMAKE_COMMAND} --build ${place}/build)
set(stack "gaussian sigma=2 | invert")
run(${place}/build/example ${IMAGE} ${place}/example.npy ${stack})
if(NOT output MATCHES "gaussian \\([a-z-]+\\): [0-9.]+ ms\ninvert \\([a-z-]+\\): [0-9.]+ ms\n")
    message(FATAL_ERROR "the example printed:\n${output}")
endif()
# The library does what the program does.
run(${CLI} run ${IMAGE} -o ${place}/cli.npy --stack ${stack} --tuning off -q)
run(${CMAKE_COMMAND} -E compare_files ${place}/example.npy ${place}/cli.npy)
