// A knight's tour of a small board with holes: Warnsdorff's order, and back as soon as a square is cut off.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

static int rows, cols, squares;
static vector<string> board;
static vector<int> value;
static vector<vector<int>> near_;
static long long visited, returned;

static int exits(int at) {
    int free = 0;
    for (int next : near_[at]) free += !value[next];
    return free;
}

static bool go(int at, int number) {
    value[at] = number;
    visited++;
    if (number == squares) return true;
    // A free square with one way in or out can only be the last, and one with none cannot be reached.
    int ends = 0;
    for (int i = 0; i < rows * cols; i++) {
        if (board[i / cols][i % cols] == '#' || value[i]) continue;
        int ways = exits(i) + int(count(near_[at].begin(), near_[at].end(), i));
        ends += ways == 0 ? 2 : ways == 1;
    }
    if (ends <= 1) {
        vector<pair<int, int>> order;
        for (int next : near_[at]) if (!value[next]) order.push_back({exits(next), next});
        sort(order.begin(), order.end());
        for (auto& [_, next] : order) if (go(next, number + 1)) return true;
    }
    value[at] = 0;
    returned++;
    return false;
}

int main() {
    for (string line; getline(cin, line);) if (!line.empty()) board.push_back(line);
    rows = int(board.size()), cols = int(board[0].size());
    value.assign(rows * cols, 0), near_.resize(rows * cols);
    const int down[] = {1, 2, -1, -2, 1, 2, -1, -2}, right[] = {2, 1, 2, 1, -2, -1, -2, -1};
    for (int i = 0; i < rows * cols; i++) {
        if (board[i / cols][i % cols] == '#') continue;
        squares++;
        for (int way = 0; way < 8; way++) {
            int row = i / cols + down[way], col = i % cols + right[way];
            if (row >= 0 && col >= 0 && row < rows && col < cols && board[row][col] != '#') near_[i].push_back(row * cols + col);
        }
    }
    // Every move changes the colour: a tour begins on the colour that has more squares.
    int more = 0;
    for (int i = 0; i < rows * cols; i++)
        if (board[i / cols][i % cols] != '#') more += (i / cols + i % cols) % 2 ? 1 : -1;
    vector<pair<int, int>> starts;
    for (int i = 0; i < rows * cols; i++)
        if (board[i / cols][i % cols] != '#' && ((i / cols + i % cols) % 2 ? more >= 0 : more <= 0)) starts.push_back({exits(i), i});
    sort(starts.begin(), starts.end());
    for (auto& [_, start] : starts) if (go(start, 1)) break;
    for (int i = 0; i < rows * cols; i++) {
        if (board[i / cols][i % cols] == '#') printf("#");
        else printf("%d", value[i]);
        printf("%c", i % cols == cols - 1 ? '\n' : '\t');
    }
    printf("%lld %lld\n\n", visited, returned);
}
