// Rules on a game of peg solitaire: INPUT ANSWER FOLDER < output. Exit code 42: right, 43: wrong.

static string lower(string text) {
    for (char& c : text) c = tolower(static_cast<unsigned char>(c));
    return text;
}

static bool impossible(const string& line) {
    string word = lower(trimmed(line));
    return word == "impossivel" || word == "imposs\xc3\xadvel" || word == "impossible";
}

struct Cell { int64_t row, col; };

// `row:col` from 0, or `row,col` from 1.
static Cell cell(const string& text) {
    for (char sign : {':', ','}) {
        size_t at = text.find(sign);
        if (at == string::npos) continue;
        int64_t from = sign == ',';
        int64_t row = number(trimmed(text.substr(0, at)), U32), col = number(trimmed(text.substr(at + 1)), U32);
        if (row < from || col < from) break;
        return {row - from, col - from};
    }
    end(43, "not a cell: " + text);
}

int main(int argc, char** argv) {
    if (argc < 3) end(1, "usage: INPUT ANSWER FOLDER < output");
    ifstream input(argv[1]), answer(argv[2]);
    int64_t rows = 0, cols = 0;
    if (!(input >> rows >> cols)) end(1, "the input is no board");
    vector<int> board(rows * cols);
    for (int& place : board) if (!(input >> place)) end(1, "the input ends early");
    bool possible = true;
    for (const string& line : lines(answer)) possible = possible && !impossible(line);

    vector<array<Cell, 2>> jumps;
    for (const string& line : lines(cin)) {
        if (silent(line)) continue;
        if (impossible(line)) end(possible ? 43 : 42, "the answer says that there is no solution");
        vector<Cell> cells;
        stringstream parts(trimmed(line) + "-");
        for (string part; getline(parts, part, '-');) cells.push_back(cell(trimmed(part)));
        if (cells.size() < 2) end(43, "not a jump: " + line);
        for (size_t i = 1; i < cells.size(); i++) jumps.push_back({cells[i - 1], cells[i]});
    }
    vector<int> now = board;
    for (auto& [from, to] : jumps) {
        int64_t down = abs(from.row - to.row), right = abs(from.col - to.col);
        if (!((down == 0 && right == 2) || (down == 2 && right == 0))) end(43, "a jump is not over one cell");
        Cell over = {(from.row + to.row) / 2, (from.col + to.col) / 2};
        array<Cell, 3> line = {from, over, to};
        for (size_t i = 0; i < 3; i++) {
            if (line[i].row >= rows || line[i].col >= cols) end(43, "a jump leaves the board");
            int& place = now[line[i].row * cols + line[i].col];
            if (place != (i < 2 ? 1 : -1)) end(43, "a jump is not over a peg into a hole");
            place = i < 2 ? -1 : 1;
        }
    }
    for (size_t i = 0; i < board.size(); i++) if (now[i] != -board[i]) end(43, "this is not the goal");
    end(possible ? 42 : 1, "right");
}
