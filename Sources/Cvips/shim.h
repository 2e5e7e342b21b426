// The part of libvips that richpush uses, one function per operation.
//
// libvips' own functions are variadic, which Swift cannot call. Setting properties by name from Swift would let a misspelt one succeed
// with the wrong picture. Each inline here names its options once, in C, where the name is checked at run time, and returns libvips' 0 or
// -1.

#ifndef CVIPS_SHIM_H
#define CVIPS_SHIM_H

#include <string.h>
#include <unistd.h>
#include <gmodule.h>
#include <pango/pangocairo.h>
#include <vips/vips.h>

// Life of the library

/// Starts libvips for a process that works on one picture at a time: without threads and operation cache.
static inline int cvips_start(const char *program) {
    if (vips_init(program) != 0) return -1;
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    vips_leak_set(FALSE);
    return 0;
}

/// Loads a module of libvips, which adds its operations; without an effect if that is impossible.
static inline void cvips_load_module(const char *path) { (void)g_module_open(path, G_MODULE_BIND_LAZY); }

/// Whether this libvips has an operation, including its modules.
static inline int cvips_has_operation(const char *name) { return vips_type_find("VipsOperation", name) != 0; }

static inline void cvips_block_operation(const char *name, int blocked) {
    vips_operation_block_set(name, blocked ? TRUE : FALSE);
}

/// The exit status when GLib cannot get memory: GLib itself would abort without saying why.
enum { CVIPS_OUT_OF_MEMORY_STATUS = 77 };

static inline void cvips_handle_log(const char *domain, GLogLevelFlags level, const char *message, void *data) {
    (void)domain; (void)data;
    if ((level & G_LOG_LEVEL_ERROR) && message != NULL && strstr(message, "failed to allocate") != NULL)
        _exit(CVIPS_OUT_OF_MEMORY_STATUS);
}

/// Keeps libvips and the libraries below it from writing to standard error.
static inline void cvips_silence_log(void) { g_log_set_default_handler(cvips_handle_log, NULL); }

/// Copies the process-wide error text and clears it in one step. Free the result with `g_free`.
static inline char *cvips_take_error(void) { return vips_error_buffer_copy(); }

static inline void cvips_free(void *pointer) { g_free(pointer); }

static inline void cvips_unref(VipsImage *image) { g_object_unref(image); }

/// Another owner of the same image.
static inline VipsImage *cvips_ref(VipsImage *image) { return g_object_ref(image); }

/// A separate image with the same pixels.
static inline int cvips_copy(VipsImage *image, VipsImage **out) { return vips_copy(image, out, NULL); }

// Loading

static inline int cvips_load_jpeg(const char *path, int shrink, VipsFailOn fail_on, VipsImage **out) {
    return vips_jpegload(path, out, "shrink", shrink, "fail_on", fail_on, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

static inline int cvips_load_png(const char *path, VipsFailOn fail_on, VipsImage **out) {
    return vips_pngload(path, out, "fail_on", fail_on, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

static inline int cvips_load_webp(const char *path, VipsFailOn fail_on, VipsImage **out) {
    return vips_webpload(path, out, "page", 0, "n", 1, "fail_on", fail_on, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

/// Some frames of an animation, one below the other.
static inline int cvips_load_webp_pages(const char *path, int first, int count, VipsFailOn fail_on, VipsImage **out) {
    return vips_webpload(
        path, out, "page", first, "n", count, "fail_on", fail_on, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

static inline int cvips_load_heif(const char *path, VipsFailOn fail_on, VipsImage **out) {
    return vips_heifload(path, out, "fail_on", fail_on, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

/// Lab of 16 bits with alpha as sRGB with alpha, 8 bits each. libvips reads alpha as signed, like a and b, so opaque is -1.
static inline int cvips_lab_with_alpha_to_srgb(VipsImage *image, VipsImage **out) {
    VipsObject *parent = VIPS_OBJECT(vips_image_new());
    VipsImage **steps = (VipsImage **)vips_object_local_array(parent, 6);
    int status = vips_extract_band(image, &steps[0], 0, "n", 3, NULL) != 0 ||
        vips_colourspace(steps[0], &steps[1], VIPS_INTERPRETATION_sRGB, NULL) != 0 ||
        vips_extract_band(image, &steps[2], 3, "n", 1, NULL) != 0 ||
        vips_copy(steps[2], &steps[3], "format", VIPS_FORMAT_USHORT, NULL) != 0 ||
        vips_linear1(steps[3], &steps[4], 1 / 257.0, 0.5, "uchar", TRUE, NULL) != 0 ||
        vips_bandjoin2(steps[1], steps[4], &steps[5], NULL) != 0 ||
        vips_copy(steps[5], out, "interpretation", VIPS_INTERPRETATION_sRGB, NULL) != 0;
    g_object_unref(parent);
    return status == 0 ? 0 : -1;
}

static inline int cvips_load_tiff(const char *path, VipsFailOn fail_on, VipsImage **out) {
    VipsImage *loaded;
    if (vips_tiffload(path, &loaded, "page", 0, "n", 1, "fail_on", fail_on, "access", VIPS_ACCESS_SEQUENTIAL, NULL) != 0)
        return -1;
    if (loaded->Type != VIPS_INTERPRETATION_LABS || loaded->Bands != 4) {
        *out = loaded;
        return 0;
    }
    int status = cvips_lab_with_alpha_to_srgb(loaded, out);
    g_object_unref(loaded);
    if (status == 0) vips_image_remove(*out, VIPS_META_ICC_NAME);
    return status;
}

static inline int cvips_load_jxl(const char *path, VipsFailOn fail_on, VipsImage **out) {
    return vips_jxlload(path, out, "fail_on", fail_on, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

/// From memory: our own encoded bytes. `bytes` must outlive the image.
static inline int cvips_load_jpeg_buffer(const void *bytes, size_t count, VipsFailOn fail_on, VipsImage **out) {
    return vips_jpegload_buffer((void *)bytes, count, out, "fail_on", fail_on, NULL);
}

static inline int cvips_load_png_buffer(const void *bytes, size_t count, VipsFailOn fail_on, VipsImage **out) {
    return vips_pngload_buffer((void *)bytes, count, out, "fail_on", fail_on, NULL);
}

/// From memory and never from a file: from a file, librsvg would follow references to its neighbours. `bytes` must outlive the image. The
/// parser refuses attributes over 10 MB unless told otherwise; memory is limited elsewhere.
static inline int cvips_load_svg(const void *bytes, size_t count, VipsFailOn fail_on, VipsImage **out) {
    return vips_svgload_buffer(
        (void *)bytes, count, out, "unlimited", count > 10000000, "fail_on", fail_on, NULL);
}

/// The first frame.
static inline int cvips_load_webp_buffer(const void *bytes, size_t count, VipsFailOn fail_on, VipsImage **out) {
    return vips_webpload_buffer((void *)bytes, count, out, "fail_on", fail_on, NULL);
}

// Fonts, as the renderer of SVG finds them

static inline PangoContext *cvips_fonts(void) { return pango_font_map_create_context(pango_cairo_font_map_get_default()); }

/// How many characters of a text no installed font has.
static inline int cvips_unknown_characters(const char *text) {
    PangoContext *context = cvips_fonts();
    PangoLayout *layout = pango_layout_new(context);
    pango_layout_set_text(layout, text, -1);
    int count = pango_layout_get_unknown_glyphs_count(layout);
    g_object_unref(layout);
    g_object_unref(context);
    return count;
}

/// The family of the font used for a name. Free the result with `g_free`.
static inline char *cvips_drawn_family(const char *name) {
    PangoContext *context = cvips_fonts();
    PangoFontDescription *wanted = pango_font_description_new();
    pango_font_description_set_family(wanted, name);
    PangoFont *font = pango_context_load_font(context, wanted);
    PangoFontDescription *found = font != NULL ? pango_font_describe(font) : NULL;
    const char *family = found != NULL ? pango_font_description_get_family(found) : NULL;
    char *copy = g_strdup(family != NULL ? family : "");
    if (found != NULL) pango_font_description_free(found);
    if (font != NULL) g_object_unref(font);
    pango_font_description_free(wanted);
    g_object_unref(context);
    return copy;
}

/// Copies interleaved samples into an image of 8-bit (`VIPS_FORMAT_UCHAR`) sRGB.
static inline VipsImage *cvips_from_samples(const void *samples, size_t count, int width, int height, int bands) {
    VipsImage *image =
        vips_image_new_from_memory_copy(samples, count, width, height, bands, VIPS_FORMAT_UCHAR);
    if (image != NULL) image->Type = bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
    return image;
}

static inline int cvips_pass_over(VipsRegion *region, void *sequence, void *a, void *b, gboolean *stop) {
    (void)region; (void)sequence; (void)a; (void)b; (void)stop;
    return 0;
}

/// Computes every pixel, a strip at a time, and keeps none.
static inline int cvips_compute_all(VipsImage *image) {
    return vips_sink(image, NULL, cvips_pass_over, NULL, NULL, NULL);
}

// Facts

static inline int cvips_has_alpha(VipsImage *image) { return vips_image_hasalpha(image); }

/// Frames in the file, whatever number was loaded.
static inline int cvips_page_count(VipsImage *image) { return vips_image_get_n_pages(image); }

static inline int cvips_page_height(VipsImage *image) { return vips_image_get_page_height(image); }

static inline int cvips_has_profile(VipsImage *image) {
    return vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0;
}

// Geometry

static inline int cvips_rotate(VipsImage *image, VipsAngle angle, VipsImage **out) {
    return vips_rot(image, out, angle, NULL);
}

static inline int cvips_mirror(VipsImage *image, VipsDirection direction, VipsImage **out) {
    return vips_flip(image, out, direction, NULL);
}

static inline int cvips_resize(VipsImage *image, double horizontal, double vertical, VipsImage **out) {
    return vips_resize(image, out, horizontal, "vscale", vertical, "kernel", VIPS_KERNEL_LANCZOS3, NULL);
}

/// Bilinear interpolation between the centres of pixels.
static inline int cvips_enlarge(VipsImage *image, double horizontal, double vertical, VipsImage **out) {
    return vips_resize(image, out, horizontal, "vscale", vertical, "kernel", VIPS_KERNEL_LINEAR, NULL);
}

static inline int cvips_extract(VipsImage *image, int left, int top, int width, int height, VipsImage **out) {
    return vips_extract_area(image, out, left, top, width, height, NULL);
}

static inline int cvips_smart_crop(
    VipsImage *image, int width, int height, VipsInteresting interesting, VipsImage **out) {
    return vips_smartcrop(image, out, width, height, "interesting", interesting, NULL);
}

/// The most salient place of the picture, in pixels.
static inline int cvips_attention(VipsImage *image, int *x, int *y) {
    VipsImage *out = NULL;
    int status = vips_smartcrop(
        image, &out, 1, 1, "interesting", VIPS_INTERESTING_ATTENTION, "attention_x", x, "attention_y", y, NULL);
    if (out) {
        g_object_unref(out);
    }
    return status;
}

static inline int cvips_embed(
    VipsImage *image, int left, int top, int width, int height, double red, double green, double blue,
    VipsImage **out) {
    double color[4] = {red, green, blue, 255};
    VipsArrayDouble *background = vips_array_double_new(color, image->Bands == 4 ? 4 : 3);
    int status = vips_embed(
        image, out, left, top, width, height, "extend", VIPS_EXTEND_BACKGROUND, "background", background, NULL);
    vips_area_unref(VIPS_AREA(background));
    return status;
}

// Color

static inline int cvips_add_alpha(VipsImage *image, VipsImage **out) { return vips_addalpha(image, out, NULL); }

/// Sets the colour profile of an image made here. `profile` is copied.
static inline void cvips_set_profile(VipsImage *image, const void *profile, size_t count) {
    vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, profile, count);
}

/// Whether a profile describes the colours of pictures: one of a scanner or camera, a display, a printer, or a colour space. Device
/// links, abstract profiles and named colours do not (ICC.1:2022, 7.2.5).
static inline int cvips_profile_is_source(const char *profile) {
    const char *classes[] = {"scnr", "mntr", "prtr", "spac"};
    for (int index = 0; index < 4; index++)
        if (memcmp(profile + 12, classes[index], 4) == 0) return 1;
    return 0;
}

/// Whether the embedded profile matches the image's colour model; viewers ignore others. Samples in Lab need no profile: libvips has
/// converted them to its own range.
static inline int cvips_profile_fits(VipsImage *image) {
    const void *profile;
    size_t count;
    if (vips_image_get_blob(image, VIPS_META_ICC_NAME, &profile, &count) != 0) return 0;
    if (count < 40 || memcmp((const char *)profile + 36, "acsp", 4) != 0) return 0;
    if (!cvips_profile_is_source((const char *)profile)) return 0;
    const char *space = (const char *)profile + 16;
    int channels = image->Bands - (vips_image_hasalpha(image) ? 1 : 0);
    if (memcmp(space, "GRAY", 4) == 0) return channels == 1;
    if (memcmp(space, "CMYK", 4) == 0) return channels == 4;
    if (memcmp(space, "RGB ", 4) != 0) return 0;
    switch (image->Type) {
    case VIPS_INTERPRETATION_LAB:
    case VIPS_INTERPRETATION_LABQ:
    case VIPS_INTERPRETATION_LABS:
    case VIPS_INTERPRETATION_XYZ: return 0;
    default: return channels == 3;
    }
}

/// Whether a profile has a tag of this name.
static inline int cvips_profile_has(const unsigned char *profile, size_t size, const char *name) {
    if (size < 132) return 0;
    size_t count = (size_t)profile[128] << 24 | profile[129] << 16 | profile[130] << 8 | profile[131];
    for (size_t index = 0; index < count && 132 + 12 * (index + 1) <= size; index++)
        if (memcmp(profile + 132 + 12 * index, name, 4) == 0) return 1;
    return 0;
}

/// Whether Little CMS supports an intent of a profile: by a table of that intent (ICC.1:2022, 9.2.1 to 9.2.3), or by curves and a matrix,
/// which serve all intents.
static inline int cvips_profile_supports(const unsigned char *profile, size_t size, VipsIntent intent) {
    const char *tables[] = {"A2B0", "A2B1", "A2B2", "A2B1"};
    if (cvips_profile_has(profile, size, tables[intent])) return 1;
    if (memcmp(profile + 16, "GRAY", 4) == 0) return cvips_profile_has(profile, size, "kTRC");
    const char *parts[] = {"rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC"};
    for (int index = 0; index < 6; index++)
        if (!cvips_profile_has(profile, size, parts[index])) return 0;
    return 1;
}

/// From the embedded profile to 8-bit sRGB by the profile's first supported intent. Asked for an intent that it lacks, libvips 8.14
/// silently takes the picture for sRGB.
static inline int cvips_embedded_to_srgb(VipsImage *image, VipsImage **out) {
    VipsIntent intents[] = {
        VIPS_INTENT_RELATIVE, VIPS_INTENT_PERCEPTUAL, VIPS_INTENT_SATURATION, VIPS_INTENT_ABSOLUTE};
    const void *profile;
    size_t size;
    if (vips_image_get_blob(image, VIPS_META_ICC_NAME, &profile, &size) != 0) return -1;
    for (int index = 0; index < 4; index++)
        if (cvips_profile_supports((const unsigned char *)profile, size, intents[index]))
            return vips_icc_transform(
                image, out, "srgb", "embedded", TRUE, "intent", intents[index], "black_point_compensation", TRUE,
                "depth", 8, NULL);
    vips_error("icc_transform", "the embedded profile says nothing of the colours");
    return -1;
}

/// From the embedded profile, or `fallback` without one, to 8-bit sRGB. Fails where the embedded profile is unusable.
static inline int cvips_to_srgb_profile(VipsImage *image, const char *fallback, VipsImage **out) {
    if (vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0) {
        if (cvips_profile_fits(image)) return cvips_embedded_to_srgb(image, out);
        if (image->Type != VIPS_INTERPRETATION_CMYK) return vips_colourspace(image, out, VIPS_INTERPRETATION_sRGB, NULL);
    }
    int status = vips_icc_transform(
        image, out, "srgb", "embedded", FALSE, "input_profile", fallback, "intent", VIPS_INTENT_RELATIVE,
        "black_point_compensation", TRUE, "depth", 8, NULL);
    if (status == 0) return 0;
    vips_error_clear();
    return vips_colourspace(image, out, VIPS_INTERPRETATION_sRGB, NULL);
}

static inline int cvips_to_srgb(VipsImage *image, VipsImage **out) {
    return vips_colourspace(image, out, VIPS_INTERPRETATION_sRGB, NULL);
}

static inline int cvips_to_gray(VipsImage *image, VipsImage **out) {
    return vips_colourspace(image, out, VIPS_INTERPRETATION_B_W, NULL);
}

static inline int cvips_to_8_bit(VipsImage *image, VipsImage **out) {
    return vips_cast(image, out, VIPS_FORMAT_UCHAR, NULL);
}

/// 16-bit samples to 8 bits by ordered dithering (B. E. Bayer, "An optimum method for two-level rendition", 1973). Multiples of 257
/// stay the same: 8 bits hold them exactly.
static inline int cvips_dither_to_8_bit(VipsImage *image, VipsImage **out) {
    double order[64];
    for (int place = 0; place < 64; place++) {
        int x = place % 8, y = place / 8, rank = 0;
        for (int bit = 0; bit < 3; bit++)
            rank |= ((((x ^ y) >> bit) & 1) << (5 - 2 * bit)) | (((y >> bit) & 1) << (4 - 2 * bit));
        order[place] = (rank + 0.5) / 64;
    }
    VipsObject *parent = VIPS_OBJECT(vips_image_new());
    VipsImage **steps = (VipsImage **)vips_object_local_array(parent, 7);
    steps[0] = vips_image_new_matrix_from_array(8, 8, order, 64);
    int status = steps[0] == NULL ||
        vips_replicate(steps[0], &steps[1], (image->Xsize + 7) / 8, (image->Ysize + 7) / 8, NULL) != 0 ||
        vips_extract_area(steps[1], &steps[2], 0, 0, image->Xsize, image->Ysize, NULL) != 0 ||
        vips_linear1(image, &steps[3], 1 / 257.0, 0, NULL) != 0 ||
        vips_add(steps[3], steps[2], &steps[4], NULL) != 0 ||
        vips_floor(steps[4], &steps[5], NULL) != 0 ||
        vips_cast(steps[5], &steps[6], VIPS_FORMAT_UCHAR, NULL) != 0 ||
        vips_copy(
            steps[6], out, "interpretation", image->Bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB,
            NULL) != 0;
    g_object_unref(parent);
    return status == 0 ? 0 : -1;
}

static inline int cvips_to_16_bit(VipsImage *image, VipsImage **out) {
    return vips_cast(image, out, VIPS_FORMAT_USHORT, NULL);
}

/// Samples of 0...1, as in floating-point files, scaled to all 16 bits, so that a profile can be applied.
static inline int cvips_float_to_16_bit(VipsImage *image, VipsImage **out) {
    VipsImage *scaled, *cast;
    if (vips_linear1(image, &scaled, 65535, 0.5, NULL) != 0) return -1;
    int status = vips_cast(scaled, &cast, VIPS_FORMAT_USHORT, NULL);
    g_object_unref(scaled);
    if (status != 0) return -1;
    status = vips_copy(
        cast, out, "interpretation",
        image->Bands < 3 ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_RGB16, NULL);
    g_object_unref(cast);
    return status;
}

static inline int cvips_premultiply(VipsImage *image, VipsImage **out) { return vips_premultiply(image, out, NULL); }

static inline int cvips_unpremultiply(VipsImage *image, VipsImage **out) {
    return vips_unpremultiply(image, out, NULL);
}

static inline int cvips_flatten(VipsImage *image, double red, double green, double blue, VipsImage **out) {
    double color[3] = {red, green, blue};
    VipsArrayDouble *background = vips_array_double_new(color, image->Bands == 2 ? 1 : 3);
    int status = vips_flatten(image, out, "background", background, NULL);
    vips_area_unref(VIPS_AREA(background));
    return status;
}

static inline int cvips_extract_bands(VipsImage *image, int first, int count, VipsImage **out) {
    return vips_extract_band(image, out, first, "n", count, NULL);
}

// Pixels and encoding

static inline VipsImage *cvips_to_memory(VipsImage *image) { return vips_image_copy_memory(image); }

static inline const void *cvips_samples(VipsImage *image) { return vips_image_get_data(image); }

static inline VipsRegion *cvips_region(VipsImage *image) { return vips_region_new(image); }

static inline void cvips_region_unref(VipsRegion *region) { g_object_unref(region); }

/// Computes `count` rows from `top` on and copies them in order.
static inline int cvips_read_rows(VipsRegion *region, int top, int count, void *samples) {
    VipsRect area = {0, top, region->im->Xsize, count};
    if (vips_region_prepare(region, &area) != 0) return -1;
    size_t length = VIPS_IMAGE_SIZEOF_LINE(region->im);
    for (int row = 0; row < count; row++)
        memcpy((char *)samples + row * length, VIPS_REGION_ADDR(region, 0, top + row), length);
    return 0;
}

static inline int cvips_save_jpeg(
    VipsImage *image, int quality, int subsamples_chroma, void **bytes, size_t *count) {
    VipsForeignSubsample mode = subsamples_chroma ? VIPS_FOREIGN_SUBSAMPLE_ON : VIPS_FOREIGN_SUBSAMPLE_OFF;
    return vips_jpegsave_buffer(
        image, bytes, count, "Q", quality, "optimize_coding", TRUE, "interlace", TRUE, "subsample_mode", mode,
        "strip", TRUE, NULL);
}

/// Baseline with the standard's own Huffman tables: some 5 % larger and several times faster. For estimates.
static inline int cvips_save_quick_jpeg(VipsImage *image, int quality, void **bytes, size_t *count) {
    return vips_jpegsave_buffer(
        image, bytes, count, "Q", quality, "subsample_mode", VIPS_FOREIGN_SUBSAMPLE_ON, "strip", TRUE, NULL);
}

static inline int cvips_save_png(
    VipsImage *image, int compression, int filters_rows, void **bytes, size_t *count) {
    int filter = filters_rows ? VIPS_FOREIGN_PNG_FILTER_ALL : VIPS_FOREIGN_PNG_FILTER_NONE;
    return vips_pngsave_buffer(
        image, bytes, count, "compression", compression, "filter", filter, "strip", TRUE, NULL);
}

static inline int cvips_save_palette_png(
    VipsImage *image, int bit_depth, double dither, void **bytes, size_t *count) {
    return vips_pngsave_buffer(
        image, bytes, count, "compression", 9, "palette", TRUE, "bitdepth", bit_depth, "Q", 100, "dither", dither,
        "effort", 7, "strip", TRUE, NULL);
}

#endif
