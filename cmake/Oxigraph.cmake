# oxigraph: the Rust part (src/rdf/oxigraph) with the crates of deps/crates as one static library, built by cargo without a network.
# CARGO_TARGET_DIR, where it is set, is where cargo keeps what it compiled, so that several build folders can share it.
set(OXIGRAPH_SOURCE ${PROJECT_SOURCE_DIR}/src/rdf/oxigraph)
set(OXIGRAPH_BUILD ${PROJECT_BINARY_DIR}/oxigraph)
find_program(CARGO cargo REQUIRED)
if(NOT EXISTS ${GROVE_DEPS}/crates/Cargo.lock)
  message(FATAL_ERROR "Crates of the Rust part are missing: run deps/bootstrap.sh (or `make deps`) first")
endif()

# Cargo wants the lock file beside the manifest; both are made here, so that the tree holds no address of a registry: where crates come from
# is taken from the lock file that lies beside the unpacked ones.
file(READ ${OXIGRAPH_SOURCE}/Cargo.toml manifest)
string(REPLACE "[lib]\n" "[lib]\npath = \"${OXIGRAPH_SOURCE}/src/lib.rs\"\n" manifest "${manifest}")
file(CONFIGURE OUTPUT ${OXIGRAPH_BUILD}/Cargo.toml @ONLY CONTENT "@manifest@")
file(STRINGS ${GROVE_DEPS}/crates/Cargo.lock origin REGEX "^source = " LIMIT_COUNT 1)
file(READ ${PROJECT_SOURCE_DIR}/deps/rust-crates.lock lock)
string(REGEX REPLACE "\nchecksum = " "\n${origin}\nchecksum = " lock "${lock}")
file(CONFIGURE OUTPUT ${OXIGRAPH_BUILD}/Cargo.lock @ONLY CONTENT "@lock@")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${OXIGRAPH_SOURCE}/Cargo.toml ${PROJECT_SOURCE_DIR}/deps/rust-crates.lock)
file(GLOB OXIGRAPH_FILES CONFIGURE_DEPENDS ${OXIGRAPH_SOURCE}/src/*.rs)

if(DEFINED ENV{CARGO_TARGET_DIR})
  set(target_folder $ENV{CARGO_TARGET_DIR})
else()
  set(target_folder ${OXIGRAPH_BUILD}/target)
endif()
set(OXIGRAPH_LIBRARY ${OXIGRAPH_BUILD}/libgrove_oxigraph.a)
add_custom_command(
  OUTPUT ${OXIGRAPH_LIBRARY}
  COMMAND ${CARGO} build --quiet --release --offline --locked --manifest-path ${OXIGRAPH_BUILD}/Cargo.toml --target-dir ${target_folder}
          --config "source.crates-io.replace-with='unpacked'" --config "source.unpacked.directory='${GROVE_DEPS}/crates'"
  COMMAND ${CMAKE_COMMAND} -E copy ${target_folder}/release/libgrove_oxigraph.a ${OXIGRAPH_LIBRARY}
  DEPENDS ${OXIGRAPH_FILES} ${OXIGRAPH_BUILD}/Cargo.toml ${OXIGRAPH_BUILD}/Cargo.lock
  COMMENT "Building Oxigraph"
  VERBATIM)
add_custom_target(oxigraph_built DEPENDS ${OXIGRAPH_LIBRARY})
add_library(oxigraph STATIC IMPORTED GLOBAL)
set_target_properties(oxigraph PROPERTIES IMPORTED_LOCATION ${OXIGRAPH_LIBRARY})
target_link_libraries(oxigraph INTERFACE Threads::Threads ${CMAKE_DL_LIBS} m)
add_dependencies(oxigraph oxigraph_built)
