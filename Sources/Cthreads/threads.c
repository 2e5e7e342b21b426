// A program that gets no more threads cannot go on: libdispatch asks again once a second, for ever
// (`_dispatch_temporary_resource_shortage`), and Foundation waits for the work of a thread that does not exist. Neither can be
// configured. So this replaces the C library's function, and calls it: a lasting shortage is reported and ends the process. It is linked
// only into the program, since users of the libraries may want to go on.

#define _GNU_SOURCE
#include "Cthreads.h"

// The sanitizers replace it themselves, to know of threads.
#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__linux__) && !defined(SANITIZED)

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// The documented status for a failed machine.
static int end_status = 3;

void cthreads_end_with(int status) { end_status = status; }

static const char words[] =
  "error: machine.failed: the system gives richpush no more threads, so it ends here; the former requests are untouched\n"
  "  remedy: raise the limit of processes or of memory (`ulimit -u`, `ulimit -v`, or the container's), or use fewer `jobs`\n";

static void end(void) {
  ssize_t count = write(STDERR_FILENO, words, sizeof words - 1);
  (void)count;
  // Not exit: it may wait for a thread.
  _exit(end_status);
}

typedef int create_function(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*begin)(void *), void *context) {
  static create_function *create;
  if (create == NULL) create = (create_function *)dlsym(RTLD_NEXT, "pthread_create");
  // Other programs may end and free their threads: wait four seconds.
  for (int attempt = 0; attempt < 40; attempt++) {
    int result = create(thread, attributes, begin, context);
    if (result != EAGAIN) return result;
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
  }
  end();
  return EAGAIN;
}

#else

void cthreads_end_with(int status) { (void)status; }

#endif
