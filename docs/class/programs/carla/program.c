/* Slow: walks at random until it meets the exit, and would try for ever to do better. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    volatile unsigned best = ~0u;
    for (;;) {
        unsigned moves = (unsigned) rand();
        if (moves < best) best = moves | 1;
    }
}
