# What asks language models, and what is made of their answers; kept apart so that CMakeLists.txt stays a table of the rest.
include(prompts/prompts.cmake)
set(prompts ${CMAKE_CURRENT_BINARY_DIR}/prompts.cc)
grove_prompts(${prompts})

target_sources(grove_knowledge PRIVATE
  answers/asking.cc answers/card_text.cc answers/chunk_asking.cc answers/lenient_json.cc answers/lenient_parser.cc answers/quote.cc answers/spent.cc
  facts/card_terms.cc facts/chunk_reading.cc facts/entities.cc facts/entity_files.cc facts/extract.cc facts/facts.cc
  facts/instance_graph.cc facts/literal.cc facts/statements.cc facts/value_places.cc
  prompts/prompts.cc ${prompts}
  propose/align.cc propose/propose.cc
  stages/build_dataset.cc stages/dataset_folder.cc stages/entity_index.cc stages/extract_stage.cc stages/propose_stage.cc stages/stage_chunks.cc
  stages/work_of_others.cc)

add_library(grove_knowledge_testing STATIC testing/scripted_model.cc testing/staged_dataset.cc)
target_link_libraries(grove_knowledge_testing PUBLIC grove_knowledge grove_http_testing PRIVATE nlohmann_json::nlohmann_json grove_options)

grove_tests(knowledge_models
  SOURCES
    answers/asking_test.cc answers/lenient_json_test.cc answers/quote_test.cc
    facts/entities_test.cc facts/facts_test.cc facts/literal_test.cc facts/value_places_test.cc
    propose/align_test.cc propose/propose_test.cc
    stages/entity_index_test.cc stages/dataset_safety_test.cc stages/run_stage_test.cc
  LINK grove_knowledge grove_knowledge_testing nlohmann_json::nlohmann_json)
