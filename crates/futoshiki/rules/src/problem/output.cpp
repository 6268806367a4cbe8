// Rules on an answer about one Futoshiki board: INPUT ANSWER FOLDER < output. Exit code 42: right, 43: wrong.

static const string IMPOSSIBLE = "nao ha solucao para o tabuleiro proposto.";
static const string UNKNOWN = "Numero de atribuicoes excede limite maximo";

int main(int argc, char** argv) {
    if (argc < 3) end(1, "usage: INPUT ANSWER FOLDER < output");
    ifstream input(argv[1]), answer(argv[2]);
    int64_t cases = 0, n = 0, signs = 0;
    if (!(input >> cases >> n >> signs) || cases != 1) end(1, "the input is no board");
    vector<int64_t> given(n * n);
    for (auto& value : given) input >> value;
    vector<array<int64_t, 4>> less(signs);
    for (auto& sign : less) for (auto& place : sign) input >> place;
    if (!input) end(1, "the input ends early");
    bool possible = true;
    for (const string& line : lines(answer)) possible = possible && trimmed(line) != IMPOSSIBLE;

    vector<vector<int64_t>> rows;
    for (const string& line : lines(cin)) {
        string text = trimmed(line);
        if (text == IMPOSSIBLE) end(possible ? 43 : 42, "the answer says that there is no solution");
        if (text == UNKNOWN) end(43, "the answer says nothing");
        if (silent(line)) continue;
        rows.emplace_back();
        for (const string& word : words(line)) {
            rows.back().push_back(number(word, U32));
            if (rows.back().back() < 0) end(43, "not a value: " + word);
        }
    }
    if (rows.size() == size_t(n) + 1 && rows[0].size() == 1) rows.erase(rows.begin());
    if (rows.size() != size_t(n)) end(43, "not as many rows as the board has");
    for (auto& row : rows) if (row.size() != size_t(n)) end(43, "a row is not as long as the board");
    for (int64_t i = 0; i < n; i++) {
        set<int64_t> row, column;
        for (int64_t j = 0; j < n; j++) {
            int64_t value = rows[i][j];
            if (value < 1 || value > n) end(43, "a value is not from 1 to the order");
            if (given[i * n + j] != 0 && given[i * n + j] != value) end(43, "a given value was changed");
            row.insert(value), column.insert(rows[j][i]);
        }
        if (row.size() != size_t(n) || column.size() != size_t(n)) end(43, "a value occurs twice in a line");
    }
    for (auto& [a, b, c, d] : less)
        if (rows[a - 1][b - 1] >= rows[c - 1][d - 1]) end(43, "a sign does not hold");
    // A solution where we say that there is none is our fault.
    end(possible ? 42 : 1, "right");
}
