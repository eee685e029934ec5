// Makes chosen calls of the file system fail or hang, for tests (SAFE-24). Loaded into the server by LD_PRELOAD.
// The test and the library share one mapped file, whose layout is `struct control` (failing-disk.ts writes it).
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum call { NONE, OPEN, READ, WRITE, SYNC, RENAME, UNLINK };

struct control {
  uint32_t call;    // enum call
  uint32_t pass;    // matching calls that still succeed
  uint32_t fail;    // matching calls that fail after those
  uint32_t code;    // errno; 0: the call only hangs
  uint32_t hang_ms; // pause before the call returns
  uint32_t hits;    // calls that failed or hung so far
  char path[232];   // part of the path that a call must have
};

static struct control *control;

__attribute__((constructor)) static void map_control(void) {
  const char *file = getenv("FAILING_CALLS");
  if (file == NULL) return;
  int fd = syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC, 0);
  if (fd < 0) return;
  void *mapped = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (mapped != MAP_FAILED) control = mapped;
  syscall(SYS_close, fd);
}

// Takes one from a counter unless it is 0. Returns whether it took one.
static int take(uint32_t *counter) {
  uint32_t value = __atomic_load_n(counter, __ATOMIC_SEQ_CST);
  while (value > 0) {
    if (__atomic_compare_exchange_n(counter, &value, value - 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) return 1;
  }
  return 0;
}

// Returns whether the call has to fail; errno is set then.
static int fails(enum call call, const char *path) {
  if (control == NULL || path == NULL || control->call != (uint32_t)call) return 0;
  if (strstr(path, control->path) == NULL) return 0;
  if (take(&control->pass) || !take(&control->fail)) return 0;
  __atomic_add_fetch(&control->hits, 1, __ATOMIC_SEQ_CST);
  if (control->hang_ms > 0) {
    struct timespec pause = {control->hang_ms / 1000, (control->hang_ms % 1000) * 1000000L};
    nanosleep(&pause, NULL);
  }
  if (control->code == 0) return 0;
  errno = control->code;
  return 1;
}

static int fails_on(enum call call, int fd) {
  if (control == NULL || control->call != (uint32_t)call) return 0;
  char link[64], path[4096];
  snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
  ssize_t length = syscall(SYS_readlink, link, path, sizeof(path) - 1);
  if (length < 0) return 0;
  path[length] = '\0';
  return fails(call, path);
}

#define REAL(type, name, ...) ((type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name))

static int open_or_fail(const char *path, int flags, mode_t mode) {
  if (fails(OPEN, path)) return -1;
  return syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

#define OPEN_CALL(name)                           \
  int name(const char *path, int flags, ...) {    \
    va_list rest;                                 \
    va_start(rest, flags);                        \
    mode_t mode = va_arg(rest, mode_t);           \
    va_end(rest);                                 \
    return open_or_fail(path, flags, mode);       \
  }
OPEN_CALL(open)
OPEN_CALL(open64)

#define ON_FD(call, type, name, parameters, arguments, ...) \
  type name parameters {                                    \
    if (fails_on(call, fd)) return -1;                      \
    return REAL(type, name, __VA_ARGS__) arguments;         \
  }
ON_FD(WRITE, ssize_t, write, (int fd, const void *b, size_t n), (fd, b, n), int, const void *, size_t)
ON_FD(WRITE, ssize_t, writev, (int fd, const struct iovec *v, int n), (fd, v, n), int, const struct iovec *, int)
ON_FD(WRITE, ssize_t, pwrite, (int fd, const void *b, size_t n, off_t o), (fd, b, n, o), int, const void *, size_t, off_t)
ON_FD(WRITE, ssize_t, pwrite64, (int fd, const void *b, size_t n, off64_t o), (fd, b, n, o), int, const void *, size_t, off64_t)
ON_FD(WRITE, ssize_t, pwritev, (int fd, const struct iovec *v, int n, off_t o), (fd, v, n, o), int, const struct iovec *, int, off_t)
ON_FD(WRITE, ssize_t, pwritev64, (int fd, const struct iovec *v, int n, off64_t o), (fd, v, n, o), int, const struct iovec *, int, off64_t)
ON_FD(READ, ssize_t, pread, (int fd, void *b, size_t n, off_t o), (fd, b, n, o), int, void *, size_t, off_t)
ON_FD(READ, ssize_t, pread64, (int fd, void *b, size_t n, off64_t o), (fd, b, n, o), int, void *, size_t, off64_t)
ON_FD(READ, ssize_t, preadv, (int fd, const struct iovec *v, int n, off_t o), (fd, v, n, o), int, const struct iovec *, int, off_t)
ON_FD(READ, ssize_t, preadv64, (int fd, const struct iovec *v, int n, off64_t o), (fd, v, n, o), int, const struct iovec *, int, off64_t)
ON_FD(SYNC, int, fsync, (int fd), (fd), int)
ON_FD(SYNC, int, fdatasync, (int fd), (fd), int)

int rename(const char *from, const char *to) {
  if (fails(RENAME, to)) return -1;
  return REAL(int, rename, const char *, const char *)(from, to);
}

int unlink(const char *path) {
  if (fails(UNLINK, path)) return -1;
  return REAL(int, unlink, const char *)(path);
}
