// The part of zlib that richpush uses: decompressing, and the CRC of PNG.

#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H

#include <zlib.h>

/// Begins a DEFLATE stream without zlib's header and checksum. A macro in zlib, which Swift cannot call.
static inline int czlib_begin_raw_inflate(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }

#endif
