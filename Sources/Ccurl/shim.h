// The part of libcurl that richpush uses.
//
// curl_easy_setopt and curl_easy_getinfo are variadic, which Swift cannot call. Each inline here takes one kind of
// argument, so that a value of another kind does not compile, and returns libcurl's code.

#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <curl/curl.h>

#ifdef _WIN32
#error "richpush knows POSIX sockets only"
#endif

typedef size_t (*ccurl_data_function)(char *data, size_t size, size_t count, void *context);
typedef curl_socket_t (*ccurl_socket_function)(void *context, curlsocktype purpose, struct curl_sockaddr *address);
typedef int (*ccurl_progress_function)(
    void *context, curl_off_t down_total, curl_off_t down, curl_off_t up_total, curl_off_t up);

/// Returned by a socket function to refuse an address.
static const curl_socket_t ccurl_no_socket = CURL_SOCKET_BAD;

enum { CCURL_ERROR_SIZE = CURL_ERROR_SIZE };

/// Overwrites bytes that are no longer needed with zeros. A compiler must not leave this out.
static inline void ccurl_overwrite(unsigned char *bytes, size_t count) {
    volatile unsigned char *place = bytes;
    while (count-- > 0) *place++ = 0;
}

static inline CURLcode ccurl_start(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

/// The content encodings that this libcurl can decode, as bits of `ccurl_features`.
enum ccurl_feature {
    CCURL_HAS_LIBZ = 1,
    CCURL_HAS_BROTLI = 2,
    CCURL_HAS_ZSTD = 4,
};

static inline int ccurl_features(void) {
    int known = curl_version_info(CURLVERSION_NOW)->features;
    return (known & CURL_VERSION_LIBZ ? CCURL_HAS_LIBZ : 0) | (known & CURL_VERSION_BROTLI ? CCURL_HAS_BROTLI : 0) |
           (known & CURL_VERSION_ZSTD ? CCURL_HAS_ZSTD : 0);
}

/// The version of libcurl that is loaded, such as `7.88.1`.
static inline const char *ccurl_version(void) { return curl_version_info(CURLVERSION_NOW)->version; }

// Options

static inline CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_large(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

/// The context of a callback, or the buffer for error texts.
static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_data_function(CURL *handle, CURLoption option, ccurl_data_function value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_socket_function(CURL *handle, ccurl_socket_function value) {
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, value);
}

static inline CURLcode ccurl_set_progress_function(CURL *handle, ccurl_progress_function value) {
    return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, value);
}

/// Allows only http and https, whatever else this libcurl supports.
static inline CURLcode ccurl_allow_web_only(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

// Facts about the last transfer

static inline CURLcode ccurl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode ccurl_get_large(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}

/// libcurl owns the text, which lives until the next transfer.
static inline CURLcode ccurl_get_string(CURL *handle, CURLINFO info, const char **value) {
    return curl_easy_getinfo(handle, info, (char **)value);
}

#endif
