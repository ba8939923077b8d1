#pragma once

#include "index/vector/kernels.h"

namespace grove::index {

/// AVX2 with FMA and POPCNT.
bool runs_avx2();
extern const VectorKernels kAvx2Kernels;
/// AVX-512 F, BW, VL with VNNI and VPOPCNTDQ.
bool runs_avx512();
extern const VectorKernels kAvx512Kernels;

}  // namespace grove::index
