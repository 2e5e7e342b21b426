// The part of libcurl that richpush uses.
//
// curl_easy_setopt and curl_easy_getinfo are variadic, which Swift cannot call. Each inline here takes one kind of
// argument, so that a value of another kind does not compile, and returns libcurl's code.

#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <curl/curl.h>
#include <openssl/ssl.h>
#include <string.h>

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

// TLS. Only where libcurl uses the OpenSSL that this program is linked with: contexts of other libraries have another form.

static inline int ccurl_uses_openssl(void) {
    const char *name = curl_version_info(CURLVERSION_NOW)->ssl_version;
    return name != NULL && strncmp(name, "OpenSSL/3", 9) == 0;
}

/// The file of trusted certificates that libcurl reads by itself, or NULL.
static inline const char *ccurl_trusted_file(void) { return curl_version_info(CURLVERSION_NOW)->cainfo; }

/// What `ccurl_offer` needs during a handshake.
struct ccurl_handshake {
    /// Signature schemes as OpenSSL writes them; NULL: those that OpenSSL offers by itself.
    char *signatures;
    /// Becomes 1 where the server asks for a certificate of the client.
    int is_asked_for_certificate;
    /// Becomes 1 where a connection is there and its handshake begins.
    int has_begun;
};

/// Has none to give.
static inline int ccurl_note_request(SSL *connection, X509 **certificate, EVP_PKEY **key) {
    (void)certificate; (void)key;
    struct ccurl_handshake *handshake = SSL_CTX_get_app_data(SSL_get_SSL_CTX(connection));
    if (handshake != NULL) handshake->is_asked_for_certificate = 1;
    return 0;
}

static inline CURLcode ccurl_prepare_handshake(CURL *handle, void *context, void *data) {
    (void)handle;
    struct ccurl_handshake *handshake = data;
    handshake->has_begun = 1;
    if (handshake->signatures == NULL) return CURLE_OK;
    SSL_CTX_set_app_data((SSL_CTX *)context, data);
    SSL_CTX_set_client_cert_cb((SSL_CTX *)context, ccurl_note_request);
    return SSL_CTX_set1_sigalgs_list((SSL_CTX *)context, handshake->signatures) == 1 ? CURLE_OK : CURLE_SSL_CIPHER;
}

/// `handshake` stays in place for as long as the handle and its connections.
static inline CURLcode ccurl_offer(CURL *handle, struct ccurl_handshake *handshake) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_SSL_CTX_FUNCTION, ccurl_prepare_handshake);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_SSL_CTX_DATA, handshake) : code;
}

// Facts about the last transfer

/// What libcurl says of the server's own certificate, a `name:value` each; NULL where the connection was kept.
static inline struct curl_slist *ccurl_certificate(CURL *handle) {
    struct curl_certinfo *found = NULL;
    if (curl_easy_getinfo(handle, CURLINFO_CERTINFO, &found) != CURLE_OK || found == NULL) return NULL;
    return found->num_of_certs > 0 ? found->certinfo[0] : NULL;
}

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
