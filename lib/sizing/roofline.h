// The roofline: whether a kernel is bound by arithmetic or by memory (Williams, Waterman, Patterson
// 2009), and the bytes that attention's score matrix would move.
//
//   ridge(989e12, 3.35e12);                          // 295 FLOP a byte on an H100
//   matmul_intensity(1, 4096, 4096, 2) < 295;        // decoding one sequence is bound by memory
//   score_matrix_bytes(1, 32, 8192, 2);              // 4 GiB, beside 64 MiB of residual stream
//
// Units: FLOP, bytes, FLOP/s, bytes/s. Each comment opens with the formula's number in the report
// and its label (compute.h).
#pragma once

namespace sluice::sizing {

// F15, grounded: ridge = peak / bandwidth, FLOP a byte; kernels of higher intensity can be bound by
// arithmetic.
double ridge(double peak, double bandwidth);

// F15, grounded: FLOP/s that a kernel can reach, min(peak, intensity x bandwidth).
double attainable(double peak, double bandwidth, double intensity);

// F15, grounded: FLOP a byte of (rows x inner) times (inner x columns), each matrix moved once:
// 2 B D F / (b (B D + D F + B F)). About B where B is small against D and F, at 2 bytes.
double matmul_intensity(double rows, double inner, double columns, double bytes_per_element);

// F15, grounded: B H T^2 b bytes of attention scores, which FlashAttention (Dao et al. 2022,
// arXiv:2205.14135) never writes; it saves the bytes, not the FLOPs.
double score_matrix_bytes(double batch, double heads, double sequence, double bytes_per_element);

// F15, grounded: B T d b bytes of the residual stream.
double residual_bytes(double batch, double sequence, double width, double bytes_per_element);

}  // namespace sluice::sizing
