// Rules on a knight's tour: INPUT ANSWER FOLDER < output. Exit code 42: right, 43: wrong.

int main(int argc, char** argv) {
    if (argc < 3) end(1, "usage: INPUT ANSWER FOLDER < output");
    ifstream input(argv[1]);
    vector<string> board;
    for (const string& line : lines(input)) if (!line.empty()) board.push_back(line);
    if (board.empty()) end(1, "the input is no board");
    int64_t rows = int64_t(board.size()), cols = int64_t(board[0].size()), squares = 0;
    for (const string& row : board) squares += count_if(row.begin(), row.end(), [](char c) { return c != '#'; });

    vector<vector<string>> told;
    for (const string& line : lines(cin)) if (!silent(line)) told.push_back(words(line));
    if (told.empty()) end(43, "there is no answer");
    // A line with the squares visited and the visits taken back may follow.
    if (told.size() > 1 && told[0].size() != 2 && told.back().size() == 2) {
        int64_t visited = number(told.back()[0], INT64_MAX / 16), back = number(told.back()[1], INT64_MAX / 16);
        if (visited >= 0 && back >= 0) {
            if (visited - back != squares) end(43, "the counters do not leave the squares of the board");
            told.pop_back();
        }
    }
    if (int64_t(told.size()) != rows) end(43, "not as many rows as the board has");
    map<int64_t, pair<int64_t, int64_t>> place;
    for (int64_t row = 0; row < rows; row++) {
        if (int64_t(told[row].size()) != cols) end(43, "a row is not as long as the board");
        for (int64_t col = 0; col < cols; col++) {
            const string& word = told[row][col];
            int64_t value = word == "#" ? 0 : number(word, U32);
            if (value < 0 || value > squares) end(43, "not a number of the tour: " + word);
            if ((value == 0) != (board[row][col] == '#')) end(43, "a hole is visited, or a square is not");
            if (value > 0 && !place.insert({value, {row, col}}).second) end(43, "a number occurs twice");
        }
    }
    for (int64_t value = 1; value < squares; value++) {
        auto [row, col] = place[value];
        auto [next_row, next_col] = place[value + 1];
        int64_t down = abs(row - next_row), right = abs(col - next_col);
        if (down * right != 2) end(43, "a step is not a knight move");
    }
    end(42, "right");
}
