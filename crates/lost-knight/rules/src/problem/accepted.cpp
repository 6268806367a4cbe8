// The fewest moves of a knight on a torus, by breadth-first search.
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    vector<string> board;
    for (string line; getline(cin, line);) if (!line.empty()) board.push_back(line);
    int rows = int(board.size()), cols = int(board[0].size());
    vector<int> moves(rows * cols, -1), queue;
    for (int i = 0; i < rows * cols; i++)
        if (board[i / cols][i % cols] == 'C') queue.push_back(i), moves[i] = 0;
    const int down[] = {1, 2, -1, -2, 1, 2, -1, -2}, right[] = {2, 1, 2, 1, -2, -1, -2, -1};
    for (size_t at = 0; at < queue.size(); at++) {
        int row = queue[at] / cols, col = queue[at] % cols;
        if (board[row][col] == 'S') return cout << moves[queue[at]] << "\n", 0;
        for (int way = 0; way < 8; way++) {
            int r = ((row + down[way]) % rows + rows) % rows, c = ((col + right[way]) % cols + cols) % cols;
            int next = r * cols + c;
            if (board[r][c] == 'x' || moves[next] >= 0) continue;
            moves[next] = moves[queue[at]] + 1;
            queue.push_back(next);
        }
    }
    cout << "impossivel\n";
}
