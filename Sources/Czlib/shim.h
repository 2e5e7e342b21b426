// The part of zlib that richpush uses: decompressing, and the CRC of PNG.

#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H

#include <string.h>
#include <zlib.h>

/// Begins a DEFLATE stream without zlib's header and checksum. zlib has a macro, which Swift cannot call.
static inline int czlib_begin_raw_inflate(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }

/// Begins a zlib stream, whose checksum is verified at its end. zlib has a macro, which Swift cannot call.
static inline int czlib_begin_inflate(z_stream *stream) { return inflateInit(stream); }

/// Whether a stream failed because of its checksum, after all content was output.
static inline int czlib_has_wrong_checksum(const z_stream *stream) {
    return stream->msg != NULL && strcmp(stream->msg, "incorrect data check") == 0;
}

#endif
