/* Crashes: reads the board to where it has no memory. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *row = NULL;
    volatile int where = 0;
    for (int c = getchar(); c != EOF; c = getchar()) row[where + c] = (char) c;
    printf("0\n");
    abort();
}
