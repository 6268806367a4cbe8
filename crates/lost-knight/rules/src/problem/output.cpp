// Rules on the fewest moves of a knight on a torus: INPUT ANSWER FOLDER < output. Exit code 42: right, 43: wrong.

// The fewest moves from C to S on a board whose opposite edges are joined; -1 if there is no way.
static int64_t fewest(const vector<string>& board) {
    int rows = int(board.size()), cols = int(board[0].size()), start = -1, exit_ = -1;
    for (int i = 0; i < rows * cols; i++) {
        if (board[i / cols][i % cols] == 'C') start = i;
        if (board[i / cols][i % cols] == 'S') exit_ = i;
    }
    if (start < 0 || exit_ < 0) end(1, "the input has no knight or no exit");
    vector<int64_t> moves(rows * cols, -1);
    vector<int> queue = {start};
    moves[start] = 0;
    const int leap[8][2] = {{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};
    for (size_t at = 0; at < queue.size(); at++)
        for (auto& [down, right] : leap) {
            int row = ((queue[at] / cols + down) % rows + rows) % rows;
            int col = ((queue[at] % cols + right) % cols + cols) % cols;
            int next = row * cols + col;
            if (tolower(board[row][col]) == 'x' || moves[next] >= 0) continue;
            moves[next] = moves[queue[at]] + 1;
            queue.push_back(next);
        }
    return moves[exit_];
}

int main(int argc, char** argv) {
    if (argc < 3) end(1, "usage: INPUT ANSWER FOLDER < output");
    ifstream input(argv[1]);
    vector<string> board;
    for (const string& line : lines(input)) if (!line.empty()) board.push_back(line);
    if (board.empty()) end(1, "the input is no board");
    int64_t right = fewest(board);
    vector<string> told;
    for (const string& line : lines(cin)) {
        if (!line.empty() && line[0] == '=') continue;
        for (const string& word : words(line)) told.push_back(word);
    }
    if (told.size() != 1) end(43, "not one word");
    string word = told[0];
    if (word == "impossivel" || word == "imposs\xc3\xadvel" || word == "impossible")
        end(right < 0 ? 42 : 43, "the answer says that there is no way");
    int64_t moves = number(word, INT64_MAX / 16);
    end(moves >= 0 && moves == right ? 42 : 43, "the answer is a number of moves");
}
