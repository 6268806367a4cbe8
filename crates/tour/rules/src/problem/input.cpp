// Whether the input is one board of squares and holes: exit code 42 if it is.

int main() {
    vector<string> board;
    for (string line; getline(cin, line);) board.push_back(line);
    if (board.empty() || board.size() > 8) end(43, "the number of rows");
    int squares = 0;
    for (const string& row : board) {
        if (row.empty() || row.size() > 8 || row.size() != board[0].size()) end(43, "the length of a row");
        for (char c : row) {
            if (c != '.' && c != '#') end(43, "a character");
            squares += c == '.';
        }
    }
    end(squares > 0 ? 42 : 43, "the squares");
}
