// The part of OpenSSL's libcrypto that richpush uses: digests, codes made with a shared key, and signatures with RSA keys.
//
// OpenSSL takes names and null pointers for choices. Each inline here makes one choice.

#ifndef CSSL_SHIM_H
#define CSSL_SHIM_H

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#if OPENSSL_VERSION_MAJOR < 3
#error "richpush needs OpenSSL 3"
#endif

/// Starts OpenSSL, which then does not clean up when the process exits: threads that still close connections would use what it freed.
static inline OSSL_LIB_CTX *cssl_start(void) {
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
    return OSSL_LIB_CTX_new();
}

// Digests

static inline EVP_MD *cssl_find_digest(OSSL_LIB_CTX *library, const char *name) {
    return EVP_MD_fetch(library, name, NULL);
}

static inline int cssl_begin_digest(EVP_MD_CTX *context, const EVP_MD *digest) {
    return EVP_DigestInit_ex2(context, digest, NULL);
}

/// `result` has as many bytes as the digest.
static inline int cssl_digest(const EVP_MD *digest, const void *bytes, size_t count, unsigned char *result) {
    return EVP_Digest(bytes, count, result, NULL, digest, NULL);
}

/// `result` has 32 bytes. OpenSSL takes a null key for a forgotten one, so an empty key needs an address, too.
static inline int cssl_hmac_sha256(
    OSSL_LIB_CTX *library, const void *key, size_t key_count, const void *bytes, size_t count, unsigned char *result) {
    return EVP_Q_mac(library, "HMAC", NULL, "SHA256", NULL, key == NULL ? "" : key, key_count, bytes, count, result, 32,
                     NULL) != NULL;
}

// Keys

/// Gives no password. Without this function OpenSSL would ask at the terminal.
static inline int cssl_refuse_password(char *buffer, int size, int is_for_writing, void *context) {
    (void)buffer; (void)size; (void)is_for_writing; (void)context;
    return -1;
}

/// The first private key in a PEM text, or NULL.
static inline EVP_PKEY *cssl_read_private_key(OSSL_LIB_CTX *library, const void *text, int count) {
    BIO *source = BIO_new_mem_buf(text, count);
    if (source == NULL) return NULL;
    EVP_PKEY *key = PEM_read_bio_PrivateKey_ex(source, NULL, cssl_refuse_password, NULL, library, NULL);
    BIO_free(source);
    return key;
}

/// Whether the numbers of a key are consistent: OpenSSL also reads and uses inconsistent ones.
static inline int cssl_is_consistent(OSSL_LIB_CTX *library, EVP_PKEY *key) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(library, key, NULL);
    if (context == NULL) return 0;
    int result = EVP_PKEY_pairwise_check(context);
    EVP_PKEY_CTX_free(context);
    return result == 1;
}

/// RSASSA-PKCS1-v1_5, which is an RSA key's default, with SHA-256.
static inline int cssl_begin_signing(EVP_MD_CTX *context, OSSL_LIB_CTX *library, EVP_PKEY *key) {
    return EVP_DigestSignInit_ex(context, NULL, "SHA256", library, NULL, key, NULL);
}

#endif
