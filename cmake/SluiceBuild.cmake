# Compiler flags and the four kinds of target: libraries, tools, tests, fuzz targets.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_INTERPROCEDURAL_OPTIMIZATION OFF)

find_program(SLUICE_CCACHE ccache)
if(SLUICE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Without these two it keeps nothing that was compiled with a precompiled header.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros ${SLUICE_CCACHE})
endif()

# The baseline is what every x86-64 machine of the last ten years has; faster kernels are chosen at
# run time (Highway, simdjson). -ffp-contract=off: the same floating-point results everywhere.
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast
                    -Wimplicit-fallthrough -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-Wno-restrict)  # false alarms of GCC 12 on std::string (its PR 105651)
endif()
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  add_compile_options(-march=x86-64-v2)
endif()
if(SLUICE_WERROR)
  add_compile_options(-Werror)
endif()
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
endif()

# Files and lines of stack traces are all that is wanted of debug information there.
if(SLUICE_SANITIZE STREQUAL "address")
  add_compile_options(-O1 -gline-tables-only -fno-omit-frame-pointer -fsanitize=address,undefined,fuzzer-no-link
                      -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=address,undefined -fuse-ld=lld)
elseif(SLUICE_SANITIZE STREQUAL "thread")
  add_compile_options(-O1 -gline-tables-only -fno-omit-frame-pointer -fsanitize=thread)
  add_link_options(-fsanitize=thread -fuse-ld=lld)
elseif(SLUICE_SANITIZE)
  message(FATAL_ERROR "SLUICE_SANITIZE must be address, thread or empty, not '${SLUICE_SANITIZE}'")
endif()

# What most sources begin with, compiled once for all that have the same options: cmake/precompiled.h.
# Under the sanitizers only, so that release builds tell of a source which does not include what it uses.
function(sluice_precompile target options)
  add_library(${target} OBJECT ${PROJECT_SOURCE_DIR}/cmake/precompiled.cpp)
  target_compile_options(${target} PRIVATE ${options})
  target_precompile_headers(${target} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/precompiled.h)
endfunction()
if(SLUICE_SANITIZE)
  add_compile_options(-pthread)  # of those that link threads and of the others alike
  sluice_precompile(sluice_precompiled "")
  sluice_precompile(sluice_precompiled_wiring -O0)
endif()

# Of test programs, after all others; of those that are OPTIMISED.
set(SLUICE_TEST_OPTIONS)
set(SLUICE_OPTIMISED_TEST_OPTIONS)
if(SLUICE_SANITIZE STREQUAL "address")
  set(SLUICE_TEST_OPTIONS -O0)
elseif(CMAKE_BUILD_TYPE STREQUAL "Release")
  set(SLUICE_TEST_OPTIONS -O1)
  set(SLUICE_OPTIMISED_TEST_OPTIONS -O2)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # What GCC 12 guesses of sizes in tests are false alarms on std::string, which tests put together as
    # the libraries do not.
    set(false_alarms -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
    list(APPEND SLUICE_TEST_OPTIONS ${false_alarms})
    list(APPEND SLUICE_OPTIMISED_TEST_OPTIONS ${false_alarms})
  endif()
endif()

# How the sanitizers compile a target: libraries and fuzz targets as they are; what is WIRING, where no
# test spends its time, as fast as can be.
function(sluice_sanitized target)
  if(NOT SLUICE_SANITIZE)
    return()
  endif()
  if("${ARGN}" STREQUAL "WIRING")
    target_compile_options(${target} PRIVATE -O0)
    target_precompile_headers(${target} REUSE_FROM sluice_precompiled_wiring)
  else()
    target_precompile_headers(${target} REUSE_FROM sluice_precompiled)
  endif()
endfunction()

# sluice_library(io [WIRING] SOURCES file.cpp … LINKS sluice::base ZLIB::ZLIB …)
# One static library a folder of lib/, as target sluice::<folder>. Headers are included as "io/file.h".
function(sluice_library name)
  cmake_parse_arguments(ARG "WIRING" "" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  add_library(sluice_${name} STATIC ${ARG_SOURCES})
  add_library(sluice::${name} ALIAS sluice_${name})
  target_include_directories(sluice_${name} PUBLIC ${PROJECT_SOURCE_DIR}/lib)
  target_link_libraries(sluice_${name} PUBLIC ${ARG_LINKS} PRIVATE ${ARG_PRIVATE_LINKS})
  if(SLUICE_SANITIZE STREQUAL "thread")  # only what the tests that start threads are linked with
    set_target_properties(sluice_${name} PROPERTIES EXCLUDE_FROM_ALL TRUE)
  endif()
  if(ARG_WIRING)
    sluice_sanitized(sluice_${name} WIRING)
  else()
    sluice_sanitized(sluice_${name})
  endif()
endfunction()

# sluice_tool(cat SOURCES cat.cpp … LINKS sluice::…): the program build/<preset>/bin/sluice-cat.
function(sluice_tool name)
  cmake_parse_arguments(ARG "" "PROGRAM" "SOURCES;LINKS" ${ARGN})
  if(NOT ARG_PROGRAM)
    set(ARG_PROGRAM sluice-${name})
  endif()
  add_executable(tool_${name} ${ARG_SOURCES})
  set_target_properties(tool_${name} PROPERTIES OUTPUT_NAME ${ARG_PROGRAM})
  target_link_libraries(tool_${name} PRIVATE sluice::cli ${ARG_LINKS})
  sluice_sanitized(tool_${name} WIRING)
  set_property(GLOBAL APPEND PROPERTY SLUICE_TOOLS tool_${name})
  install(TARGETS tool_${name} RUNTIME DESTINATION bin)
endfunction()

# sluice_tool_parts(extract SOURCES … LINKS …): sources of a tool that its tests call, as target
# tool_extract_parts. Headers are included as "file.h".
function(sluice_tool_parts name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  add_library(tool_${name}_parts STATIC ${ARG_SOURCES})
  target_include_directories(tool_${name}_parts PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(tool_${name}_parts PUBLIC ${ARG_LINKS})
  sluice_sanitized(tool_${name}_parts WIRING)
endfunction()

# sluice_test(io SOURCES file_test.cpp … THREADED chunk_test.cpp … LINKS …): one test program a folder,
# every case known to ctest.
#
# THREADED: the sources that start threads, and what they are linked with. The thread sanitizer's
# program is made of these alone, since it has nothing to say of the others.
#
# Tests are compiled in a third of the time: their own code is hardly optimised (the libraries that
# they test are as ever), and all programs share one precompiled header, tests/precompiled.h. OPTIMISED
# compiles them at -O2 in release, for folders whose tests take longer to run than to compile.
function(sluice_test name)
  cmake_parse_arguments(ARG "OPTIMISED" "" "SOURCES;THREADED;LINKS" ${ARGN})
  if(SLUICE_SANITIZE STREQUAL "thread")
    set(ARG_SOURCES ${ARG_THREADED})
    if(NOT ARG_SOURCES)
      return()
    endif()
  endif()
  if(NOT ARG_SOURCES)
    message(FATAL_ERROR "test_${name} has no SOURCES: its tests would be missed by nobody")
  endif()
  add_executable(test_${name} ${ARG_SOURCES})
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  if(ARG_OPTIMISED AND NOT SLUICE_SANITIZE)
    target_compile_options(test_${name} PRIVATE ${SLUICE_OPTIMISED_TEST_OPTIONS})
    target_precompile_headers(test_${name} REUSE_FROM test_precompiled_optimised)
  else()
    target_compile_options(test_${name} PRIVATE ${SLUICE_TEST_OPTIONS})
    target_precompile_headers(test_${name} REUSE_FROM test_precompiled)
  endif()
  if(SLUICE_SANITIZE)
    target_compile_definitions(test_${name} PRIVATE SLUICE_SANITIZED)  # tests/sanitized.h
  endif()
  target_compile_definitions(test_${name} PRIVATE SLUICE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(test_${name} PRIVATE ${ARG_LINKS} GTest::gmock GTest::gtest_main)
  gtest_discover_tests(test_${name} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
                       PROPERTIES TIMEOUT 300)
endfunction()

# sluice_bench(document LINKS …): bench/document_bench.cpp as a Google Benchmark program, where what it
# measures means something.
function(sluice_bench name)
  cmake_parse_arguments(ARG "" "" "LINKS" ${ARGN})
  if(SLUICE_SANITIZE)
    return()
  endif()
  add_executable(bench_${name} ${PROJECT_SOURCE_DIR}/bench/${name}_bench.cpp)
  target_link_libraries(bench_${name} PRIVATE ${ARG_LINKS} benchmark::benchmark_main)
endfunction()

# sluice_fuzz(json_lines LINKS …): libFuzzer target tests/fuzz/json_lines.cpp with its seeds in
# testdata/fuzz/json_lines; built where the sanitizers are (preset asan).
function(sluice_fuzz name)
  cmake_parse_arguments(ARG "" "" "LINKS" ${ARGN})
  if(NOT SLUICE_SANITIZE STREQUAL "address")
    return()
  endif()
  add_executable(fuzz_${name} ${PROJECT_SOURCE_DIR}/tests/fuzz/${name}.cpp)
  target_link_libraries(fuzz_${name} PRIVATE ${ARG_LINKS})
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  sluice_sanitized(fuzz_${name})
endfunction()
