// Rules on an answer about one Futoshiki board: INPUT ANSWER FOLDER < output. Exit code 42: right, 43: wrong.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>
using namespace std;

[[noreturn]] static void end(int code, const string& why) {
    cerr << why << endl;
    exit(code);
}

// The lines of a text without their ends.
static vector<string> lines(istream& in) {
    vector<string> all;
    for (string line; getline(in, line); all.push_back(line))
        if (!line.empty() && line.back() == '\r') line.pop_back();
    return all;
}

static string trimmed(const string& text) {
    size_t from = text.find_first_not_of(" \t\r\v\f"), to = text.find_last_not_of(" \t\r\v\f");
    return from == string::npos ? "" : text.substr(from, to - from + 1);
}

// Whether a line says nothing about the answer.
static bool silent(const string& line) { return trimmed(line).empty() || line[0] == '='; }

static vector<string> words(const string& line) {
    vector<string> all;
    string word;
    for (char c : line + " ") {
        if (c != ' ' && c != '\t') word += c;
        else if (!word.empty()) all.push_back(word), word.clear();
    }
    return all;
}

// A number in decimal digits, up to a greatest; -1 for anything else.
static int64_t number(const string& word, int64_t most) {
    size_t at = !word.empty() && word[0] == '+';
    if (at == word.size()) return -1;
    int64_t value = 0;
    for (; at < word.size(); at++) {
        if (word[at] < '0' || word[at] > '9') return -1;
        value = value * 10 + (word[at] - '0');
        if (value > most) return -1;
    }
    return value;
}
static const int64_t U32 = 4294967295;

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
