# Writes the entries of CTest that the program conformance has, one a filter. tests/CMakeLists.txt calls it after a
# build of the program, with `program`, `output` and `environment`: a file that sets testEnvironment.
include(${environment})
execute_process(COMMAND ${program} --filters OUTPUT_VARIABLE filters OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" filters "${filters}")
set(entries)
foreach(id IN LISTS filters)
    # The longest first: with several tests at a time none is left to run alone at the end.
    string(APPEND entries
           "add_test(conformance-${id} [==[${program}]==])\n"
           "set_tests_properties(conformance-${id} PROPERTIES TIMEOUT 1500 COST 1000\n"
           "    ENVIRONMENT [==[${testEnvironment};LIGHTBENCH_TEST_FILTER=${id}]==])\n")
endforeach()
file(WRITE ${output} "${entries}")
