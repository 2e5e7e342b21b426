#ifndef CTHREADS_H
#define CTHREADS_H

/// Sets the exit status for a lack of threads; without this call it is 3. On systems other than Linux it does nothing.
void cthreads_end_with(int status);

#endif
