#ifndef CTHREADS_H
#define CTHREADS_H

/// With which status this process ends where the system gives it no more threads, and 3 without this call. On systems other than Linux it
/// does nothing.
void cthreads_end_with(int status);

#endif
