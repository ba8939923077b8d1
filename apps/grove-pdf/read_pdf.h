#pragma once

#include <cstdint>
#include <string>

#include "apps/grove-pdf/record_writer.h"

namespace grove::pdf_program {

/// What a PDF says, as records of docs/formats/pdf-stream.md. A page that can't be read is a `problem`; nothing is thrown.
void read_pdf(const std::string& bytes, std::uint32_t most_pages, RecordWriter& records);

}  // namespace grove::pdf_program
