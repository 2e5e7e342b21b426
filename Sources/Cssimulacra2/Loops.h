// The loops themselves. The includer defines macros for how a function is declared (LOOP), how its name ends (NAME), and how a * b + c is
// rounded once, for four and for eight lanes (FUSED4, FUSED8).

// Both cosines with feedback side by side: the lower four lanes are the slow one, the upper four the middle one.

LOOP void NAME(blur_rows)(
    const lanes4 *restrict samples, lanes4 *restrict blurred, ptrdiff_t width, const cosine_pair *pair, float fast_gain
) {
    lanes8 last = 0, before_last = 0;
    lanes4 fast_last = 0, fast_before_last = 0;
    // Outputs before the first already take samples.
    for (ptrdiff_t position = -ADVANCE; position < width; ) {
        if (position < 8 || position >= width - 7) {
            lanes4 input = input_of(samples, position, width);
            lanes8 output = FUSED8(last, pair->feedback, TWICE(input) * pair->gain - before_last);
            lanes4 fast = input * fast_gain - fast_before_last;
            before_last = last, last = output;
            fast_before_last = fast_last, fast_last = fast;
            if (position >= 0) blurred[position] = output.lo + (output.hi + fast);
            position += 1;
            continue;
        }
        lanes4 inputs[4];
        for (int index = 0; index < 4; index++)
            inputs[index] = samples[position + index - DELAY] + samples[position + index + ADVANCE];
        lanes8 one = TWICE(inputs[0]), two = TWICE(inputs[1]), three = TWICE(inputs[2]), four = TWICE(inputs[3]);

        lanes8 first = FUSED8(last, pair->feedback, one * pair->gain - before_last);

        lanes8 second = FUSED8(two, pair->gain, one * pair->next_gain);
        second = FUSED8(before_last, -pair->feedback, second);
        second = FUSED8(last, pair->second_feedback, second);

        lanes8 third = FUSED8(two, pair->next_gain, one * pair->second_gain);
        third = FUSED8(three, pair->gain, third);
        third = FUSED8(before_last, -pair->second_feedback, third);
        third = FUSED8(last, pair->third_feedback, third);

        lanes8 fourth = FUSED8(two, pair->second_gain, one * pair->third_gain);
        fourth = FUSED8(three, pair->next_gain, fourth);
        fourth = FUSED8(four, pair->gain, fourth);
        fourth = FUSED8(before_last, -pair->third_feedback, fourth);
        fourth = FUSED8(last, pair->fourth_feedback, fourth);

        // The fast cosine turns by a right angle: inputs are added, and subtracted two steps later.
        lanes4 fast_first = inputs[0] * fast_gain, fast_second = inputs[1] * fast_gain;
        lanes4 fast_third = FUSED4(inputs[2], SPREAD(fast_gain), -fast_first) + fast_before_last;
        lanes4 fast_fourth = FUSED4(inputs[3], SPREAD(fast_gain), -fast_second) + fast_last;

        blurred[position] = first.lo + (first.hi + (fast_first - fast_before_last));
        blurred[position + 1] = second.lo + (second.hi + (fast_second - fast_last));
        blurred[position + 2] = third.lo + (third.hi + fast_third);
        blurred[position + 3] = fourth.lo + (fourth.hi + fast_fourth);
        before_last = third, last = fourth;
        fast_before_last = fast_third, fast_last = fast_fourth;
        position += 4;
    }
}

LOOP void NAME(blur_columns)(
    const lanes4 *restrict tops, const lanes4 *restrict bottoms, const lanes4 *restrict last,
    lanes4 *restrict before_last, lanes4 *restrict sums, ptrdiff_t count, cssimulacra2_column_cosines cosines
) {
    const lanes4 *restrict slow_last = last, *restrict middle_last = last + count;
    lanes4 *restrict slow = before_last, *restrict middle = slow + count, *restrict fast = middle + count;
    lanes4 slow_gain = SPREAD(cosines.slow_gain), slow_feedback = SPREAD(cosines.slow_feedback);
    lanes4 middle_gain = SPREAD(cosines.middle_gain), middle_feedback = SPREAD(cosines.middle_feedback);
    lanes4 fast_gain = SPREAD(cosines.fast_gain);
    for (ptrdiff_t place = 0; place < count; place++) {
        lanes4 input = tops[place] + bottoms[place];
        slow[place] = FUSED4(input, slow_gain, FUSED4(slow_last[place], slow_feedback, -slow[place]));
        middle[place] = FUSED4(input, middle_gain, FUSED4(middle_last[place], middle_feedback, -middle[place]));
        fast[place] = FUSED4(input, fast_gain, -fast[place]);
        sums[place] = slow[place] + (middle[place] + fast[place]);
    }
}

LOOP void NAME(mix)(
    const lanes4 *restrict red, const lanes4 *restrict green, const lanes4 *restrict blue, lanes4 *restrict mixed,
    ptrdiff_t count, float red_factor, float green_factor, float blue_factor, float bias
) {
    for (ptrdiff_t place = 0; place < count; place++) {
        lanes4 dark = FUSED4(blue[place], SPREAD(blue_factor), SPREAD(bias));
        mixed[place] = FUSED4(red[place], SPREAD(red_factor), FUSED4(green[place], SPREAD(green_factor), dark));
    }
}

// Newton's method for the inverse of the root. The steps are those of libjxl's fast_math-inl.h (which names Agner Fog's vector class
// library), since the last digits count.
LOOP void NAME(cube_roots)(lanes4 *restrict samples, ptrdiff_t count, float offset) {
    for (ptrdiff_t place = 0; place < count; place++) {
        lanes4 value = samples[place];
        lanes4 inverse = inverse_root_guess(value);
        for (int step = 0; step < 3; step++) {
            lanes4 square = inverse * inverse;
            inverse = FUSED4(value * (-1.0f / 3), square * square, inverse * (4.0f / 3));
        }
        // The same step, which loses less.
        lanes4 square = inverse * inverse;
        inverse = FUSED4(FUSED4(value, square * square, -inverse), SPREAD(-1.0f / 3), inverse);
        samples[place] = FUSED4(inverse * inverse, value, SPREAD(-offset));
    }
}
