# grove_layer(NAME SOURCES … LINK …): one folder under src/ = one static library `grove_NAME`.
# grove_tests(NAME SOURCES … LINK … [LABELS …]): its tests, one executable `NAME_tests`, discovered by CTest.
find_package(GTest REQUIRED)
include(GoogleTest)

add_library(grove_options INTERFACE)
# Warnings are errors with the compiler that we test with; another one may know more of them, and must still build.
target_compile_options(grove_options INTERFACE -Wall -Wextra -Wconversion
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Werror>)

function(grove_layer name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_library(grove_${name} STATIC ${arg_SOURCES})
  target_include_directories(grove_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(grove_${name} ${arg_LINK} PRIVATE grove_options)
endfunction()

function(grove_tests name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK;LABELS" ${ARGN})
  add_executable(${name}_tests ${arg_SOURCES})
  target_link_libraries(${name}_tests PRIVATE ${arg_LINK} GTest::gmock GTest::gtest_main grove_options)
  target_compile_definitions(${name}_tests PRIVATE GROVE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  gtest_discover_tests(${name}_tests DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60 PROPERTIES LABELS "${arg_LABELS}")
endfunction()
