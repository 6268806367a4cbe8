// Whether the input is one board with a knight and an exit: exit code 42 if it is.

int main() {
    vector<string> board;
    for (string line; getline(cin, line);) board.push_back(line);
    if (board.empty() || board.size() > 1000) end(43, "the number of rows");
    int knights = 0, exits = 0;
    for (const string& row : board) {
        if (row.empty() || row.size() > 1000 || row.size() != board[0].size()) end(43, "the length of a row");
        for (char c : row) {
            if (c != '.' && c != 'x' && c != 'C' && c != 'S') end(43, "a character");
            knights += c == 'C', exits += c == 'S';
        }
    }
    end(knights == 1 && exits == 1 ? 42 : 43, "the knight and the exit");
}
