# llama: llama.cpp as one static library, trimmed to the processor back end and to the model architectures that we support.
# Its own CMake files build every architecture, tools and back ends; the sources are listed here instead.
# On x86-64 it is built for AVX2, FMA, F16C and BMI2 (GROVE_LLAMA_NEEDS_AVX2 is defined for users): callers look before they call.
set(GROVE_LLAMA_ARCHITECTURES bert jina-bert-v2 jina-bert-v3 nomic-bert modern-bert gemma-embedding qwen2 qwen3 llama)
set(LLAMA_CPP ${GROVE_DEPS}/vendor/llama-cpp-sys-2/llama.cpp)

# Rewrites the switch from architecture to model class in llama-model.cpp, so that only the classes compiled here are named.
function(grove_trim_llama_model out)
  file(READ ${LLAMA_CPP}/src/llama-model.cpp text)
  string(FIND "${text}" "static llama_model * llama_model_mapping(" begin)
  string(FIND "${text}" "llama_model * llama_model_create(llm_arch arch" end)
  if(begin LESS 0 OR end LESS begin)
    message(FATAL_ERROR "llama.cpp no longer maps architectures where cmake/Llama.cmake expects it; adapt grove_trim_llama_model")
  endif()
  set(cases "")
  foreach(arch ${GROVE_LLAMA_ARCHITECTURES})
    string(REPLACE "-" "_" class ${arch})
    string(TOUPPER ${class} id)
    string(APPEND cases "    case LLM_ARCH_${id}: return new llama_model_${class}(params);\n")
  endforeach()
  string(SUBSTRING "${text}" 0 ${begin} head)
  string(SUBSTRING "${text}" ${end} -1 tail)
  file(CONFIGURE OUTPUT ${out} @ONLY CONTENT "@head@static llama_model * llama_model_mapping(llm_arch arch, const llama_model_params & params) {
  switch (arch) {
@cases@    default: throw std::runtime_error(std::string(\"unsupported model architecture: '\") + llm_arch_name(arch) + \"'\");
  }
}

@tail@")
endfunction()

set(generated ${PROJECT_BINARY_DIR}/llama)
set(GGML_VERSION "llama-cpp-sys-2")
set(LLAMA_VERSION ${GGML_VERSION})
set(GGML_BUILD_COMMIT "release")
set(LLAMA_BUILD_COMMIT ${GGML_BUILD_COMMIT})
configure_file(${LLAMA_CPP}/ggml/src/ggml-version.h.in ${generated}/ggml-version.h @ONLY)
configure_file(${LLAMA_CPP}/src/llama-version.h.in ${generated}/llama-version.h @ONLY)
grove_trim_llama_model(${generated}/llama-model.cpp)

set(ggml ${LLAMA_CPP}/ggml/src)
set(cpu ${ggml}/ggml-cpu)
set(processor ggml-cpu.c ggml-cpu.cpp repack.cpp hbm.cpp quants.c traits.cpp amx/amx.cpp amx/mmq.cpp tiled/tiled.cpp tiled/tiled-kernel.cpp
  binary-ops.cpp unary-ops.cpp vec.cpp ops.cpp llamafile/sgemm.cpp)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(kernels x86)
  set(kernel_flags -msse4.2 -mavx -mavx2 -mbmi2 -mfma -mf16c)
  set(kernel_definitions GGML_SSE42 GGML_AVX GGML_AVX2 GGML_BMI2 GGML_FMA GGML_F16C)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  set(kernels arm)
endif()
if(kernels)
  list(APPEND processor arch/${kernels}/quants.c arch/${kernels}/repack.cpp)
endif()
list(TRANSFORM processor PREPEND ${cpu}/)
set_source_files_properties(${processor} PROPERTIES COMPILE_OPTIONS "${kernel_flags}" COMPILE_DEFINITIONS "${kernel_definitions}")

add_library(ggml STATIC
  ${ggml}/ggml.c ${ggml}/ggml.cpp ${ggml}/ggml-alloc.c ${ggml}/ggml-backend.cpp ${ggml}/ggml-backend-meta.cpp ${ggml}/ggml-opt.cpp
  ${ggml}/ggml-threading.cpp ${ggml}/ggml-quants.c ${ggml}/gguf.cpp ${ggml}/ggml-backend-dl.cpp ${ggml}/ggml-backend-reg.cpp ${processor})
target_include_directories(ggml SYSTEM PUBLIC ${LLAMA_CPP}/ggml/include)
target_include_directories(ggml PRIVATE ${ggml} ${cpu} ${generated})
target_compile_definitions(ggml PUBLIC GGML_USE_CPU $<$<STREQUAL:${kernels},x86>:GROVE_LLAMA_NEEDS_AVX2>
  PRIVATE _XOPEN_SOURCE=600 _GNU_SOURCE GGML_SCHED_MAX_COPIES=4 GGML_USE_LLAMAFILE GGML_USE_CPU_REPACK)

set(models ${GROVE_LLAMA_ARCHITECTURES})
list(TRANSFORM models PREPEND ${LLAMA_CPP}/src/models/)
list(TRANSFORM models APPEND .cpp)
file(GLOB core ${LLAMA_CPP}/src/*.cpp)
list(REMOVE_ITEM core ${LLAMA_CPP}/src/llama-model.cpp)
add_library(llama STATIC ${core} ${generated}/llama-model.cpp ${models})
target_include_directories(llama SYSTEM PUBLIC ${LLAMA_CPP}/include)
target_include_directories(llama PRIVATE ${LLAMA_CPP}/src ${generated})
target_link_libraries(llama PUBLIC ggml PRIVATE third_party_flags)
target_link_libraries(ggml PRIVATE third_party_flags Threads::Threads ${CMAKE_DL_LIBS})
foreach(target ggml llama)
  target_compile_features(${target} PRIVATE cxx_std_17)
  set_target_properties(${target} PROPERTIES CXX_STANDARD 17 CXX_EXTENSIONS ON)
  target_compile_options(${target} PRIVATE -O2 -g0)
  if(GROVE_SANITIZE MATCHES "address")  # too large to instrument for what it would tell of our own code
    target_compile_options(${target} PRIVATE -fno-sanitize=all)
  endif()
endforeach()
