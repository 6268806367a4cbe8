// Solves peg solitaire on boards of up to 64 places by depth-first search that visits no position twice.
#include <cstdint>
#include <cstdio>
#include <unordered_set>
#include <vector>
using namespace std;

static int rows, cols;
static uint64_t goal;
static vector<uint64_t> from_, over_, to_;
static vector<int> path;
static unordered_set<uint64_t> seen;

static bool solve(uint64_t pegs) {
    if (pegs == goal) return true;
    if (!seen.insert(pegs).second) return false;
    for (size_t jump = 0; jump < from_.size(); jump++) {
        if (!(pegs & from_[jump]) || !(pegs & over_[jump]) || (pegs & to_[jump])) continue;
        path.push_back(int(jump));
        if (solve(pegs ^ from_[jump] ^ over_[jump] ^ to_[jump])) return true;
        path.pop_back();
    }
    return false;
}

int main() {
    if (scanf("%d %d", &rows, &cols) != 2) return 1;
    vector<int> board(rows * cols);
    uint64_t start = 0;
    for (int i = 0; i < rows * cols; i++) {
        if (scanf("%d", &board[i]) != 1) return 1;
        if (board[i] == 1) start |= 1ull << i;
        if (board[i] == -1) goal |= 1ull << i;
    }
    vector<int> ends;
    const int down[] = {-1, 1, 0, 0}, right[] = {0, 0, -1, 1};
    for (int i = 0; i < rows * cols; i++)
        for (int way = 0; way < 4; way++) {
            int row = i / cols + 2 * down[way], col = i % cols + 2 * right[way];
            if (row < 0 || col < 0 || row >= rows || col >= cols) continue;
            int end = row * cols + col, mid = i + down[way] * cols + right[way];
            if (!board[i] || !board[mid] || !board[end]) continue;
            from_.push_back(1ull << i), over_.push_back(1ull << mid), to_.push_back(1ull << end);
            ends.push_back(i), ends.push_back(end);
        }
    if (!solve(start)) return puts("Impossivel"), 0;
    for (int jump : path) {
        int a = ends[2 * jump], b = ends[2 * jump + 1];
        printf("%d:%d-%d:%d\n", a / cols, a % cols, b / cols, b % cols);
    }
}
