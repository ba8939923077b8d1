#include "inference/static/embedded_model.h"

// The assembler puts the files into read-only data; nothing is copied or parsed when the program starts.
asm(R"(
  .pushsection .rodata
  .balign 64
grove_static_weights_begin:
  .incbin ")" GROVE_STATIC_MODEL_FOLDER R"(/model.bin"
grove_static_weights_end:
grove_static_vocabulary_begin:
  .incbin ")" GROVE_STATIC_MODEL_FOLDER R"(/vocab.txt"
grove_static_vocabulary_end:
  .popsection
)");

extern "C" {
__attribute__((visibility("hidden"))) extern const char grove_static_weights_begin[];
__attribute__((visibility("hidden"))) extern const char grove_static_weights_end[];
__attribute__((visibility("hidden"))) extern const char grove_static_vocabulary_begin[];
__attribute__((visibility("hidden"))) extern const char grove_static_vocabulary_end[];
}

namespace grove::inference {

const EmbeddedModel& embedded_static_model() {
  static const EmbeddedModel model = {.name = "static-code",
                                      .weights = {grove_static_weights_begin, grove_static_weights_end},
                                      .vocabulary = {grove_static_vocabulary_begin, grove_static_vocabulary_end},
                                      .sha256 = GROVE_STATIC_MODEL_SHA256};
  return model;
}

}  // namespace grove::inference
