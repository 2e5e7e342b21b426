// A program that the system gives no more threads cannot go on: libdispatch asks again once a second, for ever
// (`_dispatch_temporary_resource_shortage`), and Foundation goes on as if the thread were there, so that whatever it was to do is waited
// for. Neither can be told otherwise. So this stands in for the C library's function, which it calls: what stays short is said, and ends
// the process. It is linked into the program and into no library, since others may want to go on.

#define _GNU_SOURCE
#include "Cthreads.h"

// The sanitizers have a stand-in of their own, by which they know of threads.
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

// What a run promises for a machine that failed.
static int end_status = 3;

void cthreads_end_with(int status) { end_status = status; }

static const char words[] =
  "error: machine.failed: the system gives richpush no more threads, so it ends here; the former requests are untouched\n"
  "  remedy: raise the limit of processes or of memory (`ulimit -u`, `ulimit -v`, or the container's), or use fewer `jobs`\n";

static void end(void) {
  ssize_t count = write(STDERR_FILENO, words, sizeof words - 1);
  (void)count;
  // Not exit: what it waits for may need a thread.
  _exit(end_status);
}

typedef int create_function(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*begin)(void *), void *context) {
  static create_function *create;
  if (create == NULL) create = (create_function *)dlsym(RTLD_NEXT, "pthread_create");
  // Other programs end, and what they held is there again: four seconds.
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
