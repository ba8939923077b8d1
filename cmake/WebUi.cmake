# grove_web_ui(VARIABLE): the web UI, bundled and compressed by web/build.mjs, as a source that links it into the program. Made again only when
# something under web/ changed; needs no network.
function(grove_web_ui variable)
  set(web ${PROJECT_SOURCE_DIR}/web)
  if(NOT EXISTS ${web}/node_modules/esbuild)
    message(FATAL_ERROR "What the web UI is built with is missing: run deps/bootstrap.sh (or `make deps`) first")
  endif()
  find_program(GROVE_NODE NAMES node nodejs REQUIRED)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${web}/src/*)
  set(out ${PROJECT_BINARY_DIR}/web)
  add_custom_command(
    OUTPUT ${out}/assets.cc
    COMMAND ${GROVE_NODE} ${web}/build.mjs ${out}
    DEPENDS ${sources} ${web}/build.mjs ${web}/index.html ${web}/package-lock.json
    COMMENT "Bundling the web UI"
    VERBATIM)
  set(${variable} ${out}/assets.cc PARENT_SCOPE)
endfunction()
