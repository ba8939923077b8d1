# The files in this folder as one C++ source, so that the program needs no file to ask a model: `grove_prompts(OUT)`.
function(grove_prompts out)
  set(names
    "ProposeTerms|propose_terms.md" "ProposeTermsSchema|propose_terms.schema.json" "AlignTerms|align_terms.md"
    "AlignTermsSchema|align_terms.schema.json" "ExtractFacts|extract_facts.md" "ExtractFactsSchema|extract_facts.schema.json"
    "AnswerAgain|answer_again.md")
  set(cases "")
  foreach(entry ${names})
    string(REPLACE "|" ";" entry "${entry}")
    list(GET entry 0 id)
    list(GET entry 1 file)
    set(path ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${file})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    file(READ ${path} text)
    string(APPEND cases "    case Prompt::k${id}:\n      return R\"prompt(${text})prompt\";\n")
  endforeach()
  file(CONFIGURE OUTPUT ${out} @ONLY CONTENT "#include \"knowledge/prompts/prompts.h\"

namespace grove::knowledge {

std::string_view prompt_text(Prompt prompt) {
  switch (prompt) {
@cases@  }
  return {};
}

}  // namespace grove::knowledge
")
endfunction()
