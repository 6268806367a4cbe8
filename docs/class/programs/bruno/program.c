/* Wrong: forgets that the edges are joined, and says that there is no way where it finds none. */
#include <stdio.h>
#include <string.h>

static char board[64][64];
static int moves[64 * 64], queue[64 * 64];

int main(void) {
    int rows = 0, first = 0, last = 0;
    static const int leap[8][2] = {{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};
    while (rows < 64 && scanf("%63s", board[rows]) == 1) rows++;
    int cols = (int) strlen(board[0]);
    memset(moves, -1, sizeof moves);
    for (int at = 0; at < rows * cols; at++)
        if (board[at / cols][at % cols] == 'C') queue[last++] = at, moves[at] = 0;
    while (first < last) {
        int at = queue[first++];
        if (board[at / cols][at % cols] == 'S') return printf("%d\n", moves[at]), 0;
        for (int way = 0; way < 8; way++) {
            int row = at / cols + leap[way][0], col = at % cols + leap[way][1];
            if (row < 0 || col < 0 || row >= rows || col >= cols || board[row][col] == 'x') continue;
            if (moves[row * cols + col] >= 0) continue;
            moves[row * cols + col] = moves[at] + 1;
            queue[last++] = row * cols + col;
        }
    }
    return puts("impossivel"), 0;
}
