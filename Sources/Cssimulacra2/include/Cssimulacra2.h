// The inner loops of SSIMULACRA2: nearly all of its fused multiplications and additions.
//
// Processors have an instruction for that, but baseline x86-64 does not, and Swift cannot use it only where it exists. Each loop is here
// twice, with and without that instruction, and both give identical bits.

#ifndef CSSIMULACRA2_H
#define CSSIMULACRA2_H

#include <stdbool.h>
#include <stddef.h>

/// Four samples that are processed together.
typedef float cssimulacra2_lanes __attribute__((ext_vector_type(4)));

/// Whether this processor rounds a product and a sum as one.
bool cssimulacra2_has_fused(void);

/// A cosine along rows, four outputs at a time.
typedef struct {
    float gain;
    /// The share of an output in the next.
    float feedback;
    /// The share of an input in the next outputs.
    float next_gain, second_gain, third_gain;
    /// The share of an output in the second, third and fourth after it.
    float second_feedback, third_feedback, fourth_feedback;
} cssimulacra2_cosine;

/// Blurs four rows along themselves.
///
/// `samples` and `blurred` hold `width` columns of four samples. `slow` and `middle` are cosines; the fast one has no feedback.
void cssimulacra2_blur_rows(
    const cssimulacra2_lanes *samples, cssimulacra2_lanes *blurred, ptrdiff_t width, cssimulacra2_cosine slow,
    cssimulacra2_cosine middle, float fast_gain, bool fused);

/// The cosines along columns.
typedef struct {
    float slow_gain, slow_feedback, middle_gain, middle_feedback, fast_gain;
} cssimulacra2_column_cosines;

/// Blurs one row along columns.
///
/// `tops` and `bottoms` are the rows six above and four below, of `count` vectors each, and `sums` the result. `last` holds the three
/// cosines' results for the row above, one after another, `count` vectors each; `before_last` those for the row above that, and then for
/// this one.
void cssimulacra2_blur_columns(
    const cssimulacra2_lanes *tops, const cssimulacra2_lanes *bottoms, const cssimulacra2_lanes *last,
    cssimulacra2_lanes *before_last, cssimulacra2_lanes *sums, ptrdiff_t count, cssimulacra2_column_cosines cosines,
    bool fused);

/// Mixes red, green and blue light by their factors, and adds a bias.
void cssimulacra2_mix(
    const cssimulacra2_lanes *red, const cssimulacra2_lanes *green, const cssimulacra2_lanes *blue,
    cssimulacra2_lanes *mixed, ptrdiff_t count, float red_factor, float green_factor, float blue_factor, float bias,
    bool fused);

/// Replaces positive samples by their cube roots less an offset.
void cssimulacra2_cube_roots(cssimulacra2_lanes *samples, ptrdiff_t count, float offset, bool fused);

#endif
