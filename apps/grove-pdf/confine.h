#pragma once

#include <cstdint>

namespace grove::pdf_program {

/// What this process may use before the system ends it.
struct Bounds {
  std::uint64_t memory_bytes = std::uint64_t{2} << 30U;  ///< Of address space.
  std::uint64_t cpu_seconds = 120;
  std::uint64_t output_bytes = std::uint64_t{1} << 30U;
};

/// Holds this process to the bounds, and takes from it what reading a PDF never needs: opening files for writing, core
/// dumps, other programs, sockets. What the kernel can't take is left: the bounds alone keep a hostile PDF from harming others. Call once,
/// before any input is read.
void confine(const Bounds& bounds);

}  // namespace grove::pdf_program
