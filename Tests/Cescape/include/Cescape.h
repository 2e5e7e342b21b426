#ifndef CESCAPE_H
#define CESCAPE_H

/// How many ways out there are; 0 where none is known for the system.
int escape_count(void);

/// What the way out of this number tries, such as "connect to a port".
const char *escape_name(int number);

/// Tries a way out, and harms nothing when it succeeds.
///
/// - outside: a folder that holds a file `key`.
/// - output: a folder that may be written to.
///
/// Returns 1 when it got out, 0 when it did not.
int escape_try(int number, const char *outside, const char *output);

/// Starts a process that outlives this one by minutes. Returns its number.
int escape_leave_behind(void);

/// Makes so many folders in a folder, each in the one before. Returns 0 when all are there. The working folder is the root after that.
int escape_nest(const char *folder, int depth);

#endif
