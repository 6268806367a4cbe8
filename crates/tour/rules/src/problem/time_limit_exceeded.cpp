// Walks at random, for ever.
#include <cstdlib>

int main() {
    volatile unsigned steps = 0;
    for (;;) steps = steps + unsigned(rand());
}
