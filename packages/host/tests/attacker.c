// Swaps files and folders for links that lead outside, as fast as the system can, until `ws/run` is gone.
// Prints how often it swapped.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXCHANGE 2

static long swaps = 0;

static void swap(const char *a, const char *b) {
  if (syscall(SYS_renameat2, AT_FDCWD, a, AT_FDCWD, b, EXCHANGE) == 0) swaps += 1;
}

int main(int argc, char **argv) {
  if (argc != 2 || chdir(argv[1]) != 0) return 2;
  while (access("ws/run", F_OK) == 0) {
    for (int round = 0; round < 200; round++) {
      // Twice each, so that everything stands in its place again at the end.
      for (int turn = 0; turn < 2; turn++) {
        swap("ws/swap", "ws/.link");
        swap("ws/deep/er", "ws/deep/.link");
        swap("ws/file", "ws/.file");
      }
      // Whoever stands in `n` and asks the kernel for `..` now finds itself outside.
      if (rename("ws/m/n", "outside/n") == 0 && rename("outside/n", "ws/m/n") == 0) swaps += 1;
    }
  }
  printf("%ld\n", swaps);
  return 0;
}
