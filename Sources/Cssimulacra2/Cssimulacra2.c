#include "Cssimulacra2.h"

#include <stdint.h>
#include <string.h>

// Rounding is part of the result.
#pragma clang fp contract(off)

typedef cssimulacra2_lanes lanes4;
typedef float lanes8 __attribute__((ext_vector_type(8)));
typedef double doubles4 __attribute__((ext_vector_type(4)));
typedef uint32_t bits4 __attribute__((ext_vector_type(4)));
typedef uint64_t longs4 __attribute__((ext_vector_type(4)));

// How far the older input of an output is behind it in a row, and the newer one ahead.
enum { DELAY = 6, ADVANCE = 4 };

#define INLINE static inline __attribute__((always_inline))

/// The coefficients of two cosines, four lanes for each.
typedef struct {
    lanes8 gain, feedback, next_gain, second_gain, third_gain, second_feedback, third_feedback, fourth_feedback;
} cosine_pair;

#define SPREAD(number) ((lanes4){(number), (number), (number), (number)})
#define BOTH(part) \
    ((lanes8){slow.part, slow.part, slow.part, slow.part, middle.part, middle.part, middle.part, middle.part})

// Functions do not take or return eight lanes: how these are passed depends on the enabled instructions.
#define TWICE(lanes) __builtin_shufflevector((lanes), (lanes), 0, 1, 2, 3, 0, 1, 2, 3)

/// The filter's input for an output in a row, with zeros outside the picture.
INLINE lanes4 input_of(const lanes4 *samples, ptrdiff_t position, ptrdiff_t width) {
    lanes4 older = position >= DELAY ? samples[position - DELAY] : (lanes4)0;
    lanes4 newer = position + ADVANCE < width ? samples[position + ADVANCE] : (lanes4)0;
    return older + newer;
}

/// A guess of 1 / cbrt(value) that divides the exponent by three.
INLINE lanes4 inverse_root_guess(lanes4 value) {
    bits4 bits = 0x54800000u - ((bits4)value >> 23) * 0x002AAAAAu;
    return (lanes4)bits;
}

// Without the instruction. The product of two floats is exact as a double. To round the sum to a double and that to a float is to round
// it once, unless the double lies in the middle between two floats. Then the earlier error decides: the sum is rounded to odd (S. Boldo
// and G. Melquiond, "Emulation of a FMA and correctly rounded sums: proved algorithms using rounding to odd", IEEE Transactions on
// Computers 57(4), 2008).

static float emulated_carefully(float one, float other, float addend) {
    double product = (double)one * (double)other, sum = product + (double)addend;
    // The exact error (D. E. Knuth, "The Art of Computer Programming", volume 2, section 4.2.2).
    double part = sum - product;
    double error = (product - (sum - part)) + ((double)addend - part);
    int64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    // To the neighbour on the side of the error; away from zero where the signs are equal.
    if (error != 0 && !(bits & 1)) bits += (error > 0) == (sum > 0) ? 1 : -1;
    memcpy(&sum, &bits, sizeof bits);
    return (float)sum;
}

INLINE lanes4 emulated(lanes4 one, lanes4 other, lanes4 addend) {
    doubles4 sum = __builtin_convertvector(one, doubles4) * __builtin_convertvector(other, doubles4) +
        __builtin_convertvector(addend, doubles4);
    lanes4 rounded = __builtin_convertvector(sum, lanes4);
    // The bits of a double that a float lacks.
    bits4 rest = __builtin_convertvector((longs4)sum, bits4) & 0x1FFFFFFFu;
    if (__builtin_expect(__builtin_reduce_or(rest == 0x10000000u) != 0, 0))
        for (int lane = 0; lane < 4; lane++) rounded[lane] = emulated_carefully(one[lane], other[lane], addend[lane]);
    return rounded;
}

#define EMULATED8(one, other, addend) \
    ({ \
        lanes8 one_ = (one), other_ = (other), addend_ = (addend), result_; \
        result_.lo = emulated(one_.lo, other_.lo, addend_.lo); \
        result_.hi = emulated(one_.hi, other_.hi, addend_.hi); \
        result_; \
    })

#define LOOP static
#define NAME(name) name##_plain
#define FUSED4(one, other, addend) emulated((one), (other), (addend))
#define FUSED8(one, other, addend) EMULATED8(one, other, addend)
#include "Loops.h"
#undef LOOP
#undef NAME
#undef FUSED4
#undef FUSED8

#if defined(__x86_64__)
#define LOOP static __attribute__((target("avx2,fma")))
#else
#define LOOP static
#endif

#if defined(__x86_64__) || defined(__aarch64__)
#define HAS_FUSED_LOOPS 1
#define NAME(name) name##_fused
#define FUSED4(one, other, addend) __builtin_elementwise_fma((one), (other), (addend))
#define FUSED8(one, other, addend) __builtin_elementwise_fma((one), (other), (addend))
#include "Loops.h"
#else
#define HAS_FUSED_LOOPS 0
#endif

bool cssimulacra2_has_fused(void) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return HAS_FUSED_LOOPS;
#endif
}

#if HAS_FUSED_LOOPS
#define CALL(name, ...) \
    if (fused) \
        name##_fused(__VA_ARGS__); \
    else \
        name##_plain(__VA_ARGS__)
#else
#define CALL(name, ...) \
    (void)fused; \
    name##_plain(__VA_ARGS__)
#endif

void cssimulacra2_blur_rows(
    const cssimulacra2_lanes *samples, cssimulacra2_lanes *blurred, ptrdiff_t width, cssimulacra2_cosine slow,
    cssimulacra2_cosine middle, float fast_gain, bool fused
) {
    cosine_pair pair = {
        BOTH(gain), BOTH(feedback), BOTH(next_gain), BOTH(second_gain), BOTH(third_gain), BOTH(second_feedback),
        BOTH(third_feedback), BOTH(fourth_feedback)};
    CALL(blur_rows, samples, blurred, width, &pair, fast_gain);
}

void cssimulacra2_blur_columns(
    const cssimulacra2_lanes *tops, const cssimulacra2_lanes *bottoms, const cssimulacra2_lanes *last,
    cssimulacra2_lanes *before_last, cssimulacra2_lanes *sums, ptrdiff_t count, cssimulacra2_column_cosines cosines,
    bool fused
) {
    CALL(blur_columns, tops, bottoms, last, before_last, sums, count, cosines);
}

void cssimulacra2_mix(
    const cssimulacra2_lanes *red, const cssimulacra2_lanes *green, const cssimulacra2_lanes *blue,
    cssimulacra2_lanes *mixed, ptrdiff_t count, float red_factor, float green_factor, float blue_factor, float bias,
    bool fused
) {
    CALL(mix, red, green, blue, mixed, count, red_factor, green_factor, blue_factor, bias);
}

void cssimulacra2_cube_roots(cssimulacra2_lanes *samples, ptrdiff_t count, float offset, bool fused) {
    CALL(cube_roots, samples, count, offset);
}
