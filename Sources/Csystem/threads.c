// Threads of the system.

#define _GNU_SOURCE
#include "Csystem.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct thread_start {
    void (*run)(void *context);
    void *context;
    char name[16];
};

static void *run_thread(void *argument) {
    struct thread_start start = *(struct thread_start *)argument;
    free(argument);
    if (start.name[0] != 0) {
#ifdef __APPLE__
        pthread_setname_np(start.name);
#else
        pthread_setname_np(pthread_self(), start.name);
#endif
    }
    start.run(start.context);
    return NULL;
}

int csystem_start_thread(const char *name, void *context, void (*run)(void *context)) {
    struct thread_start *start = calloc(1, sizeof *start);
    if (start == NULL) return ENOMEM;
    start->run = run;
    start->context = context;
    if (name != NULL) strncpy(start->name, name, sizeof start->name - 1);
    pthread_t thread;
    int code = pthread_create(&thread, NULL, run_thread, start);
    if (code != 0) {
        free(start);
        return code;
    }
    pthread_detach(thread);
    return 0;
}

int csystem_thread_name(char *name, size_t size) { return pthread_getname_np(pthread_self(), name, size); }
