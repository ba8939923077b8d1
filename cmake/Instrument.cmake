# Sanitizers, fuzzing and coverage: set by presets, off otherwise. Third-party code is instrumented too, so that its reads of our bytes
# are seen.
set(GROVE_SANITIZE "" CACHE STRING "Value of -fsanitize= for every target")
option(GROVE_FUZZ "Build the libFuzzer targets under fuzz/" OFF)
option(GROVE_COVERAGE "Count executed lines" OFF)
if(GROVE_SANITIZE)
  add_compile_options(-fsanitize=${GROVE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=${GROVE_SANITIZE})
endif()
if(GROVE_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()
