// Tries to reach the goal with jumps chosen at random, for ever.
#include <cstdio>
#include <cstdlib>

int main() {
    volatile unsigned tries = 0;
    for (;;) tries = tries + unsigned(rand());
}
