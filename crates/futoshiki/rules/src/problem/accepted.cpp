// Solves a Futoshiki board: values that cannot stand are struck out, by lines and by signs, until nothing
// changes; then the cell with fewest values left is tried with each of them.
#include <cstdio>
#include <utility>
#include <vector>
using namespace std;

static int n, signs;
static vector<pair<int, int>> less_;  // The first cell holds less than the second.
typedef vector<int> Board;            // The values left for each cell, as bits.

static int lowest(int mask) { return __builtin_ctz(mask); }
static int highest(int mask) { return 31 - __builtin_clz(mask); }

// Strikes out what cannot stand; false if a cell has nothing left.
static bool prune(Board& board) {
    for (bool changed = true; changed;) {
        changed = false;
        auto keep = [&](int cell, int mask) {
            int left = board[cell] & mask;
            changed = changed || left != board[cell];
            board[cell] = left;
            return left != 0;
        };
        for (auto& [low, high] : less_)
            if (!keep(low, (1 << highest(board[high])) - 1) || !keep(high, ~((2 << lowest(board[low])) - 1))) return false;
        for (int line = 0; line < 2 * n; line++) {
            auto cell = [&](int i) { return line < n ? line * n + i : i * n + line - n; };
            int once = 0, twice = 0;
            for (int i = 0; i < n; i++) {
                int mask = board[cell(i)];
                twice |= once & mask, once |= mask;
                if (mask & (mask - 1)) continue;
                for (int j = 0; j < n; j++)
                    if (j != i && !keep(cell(j), ~mask)) return false;
            }
            // A value that no cell of the line can hold, or only one.
            if (once != (2 << n) - 2) return false;
            for (int i = 0; i < n; i++) {
                int alone = board[cell(i)] & ~twice;
                if (alone && ((alone & (alone - 1)) || !keep(cell(i), alone))) return false;
            }
        }
    }
    return true;
}

static bool solve(Board& board) {
    if (!prune(board)) return false;
    int best = -1, fewest = 99;
    for (int cell = 0; cell < n * n; cell++) {
        int count = __builtin_popcount(board[cell]);
        if (count > 1 && count < fewest) best = cell, fewest = count;
    }
    if (best < 0) return true;
    for (int value = 1; value <= n; value++) {
        if (!(board[best] >> value & 1)) continue;
        Board tried = board;
        tried[best] = 1 << value;
        if (solve(tried)) return board = tried, true;
    }
    return false;
}

int main() {
    int cases;
    if (scanf("%d %d %d", &cases, &n, &signs) != 3) return 1;
    Board board(n * n, (2 << n) - 2);
    for (int& cell : board) {
        int value;
        if (scanf("%d", &value) != 1) return 1;
        if (value) cell = 1 << value;
    }
    for (int i = 0; i < signs; i++) {
        int a, b, c, d;
        if (scanf("%d %d %d %d", &a, &b, &c, &d) != 4) return 1;
        less_.push_back({(a - 1) * n + b - 1, (c - 1) * n + d - 1});
    }
    printf("1\n");
    if (!solve(board)) return puts("nao ha solucao para o tabuleiro proposto.\n"), 0;
    for (int cell = 0; cell < n * n; cell++) printf("%d%c", lowest(board[cell]), cell % n == n - 1 ? '\n' : ' ');
    puts("");
}
