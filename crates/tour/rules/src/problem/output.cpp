// Rules on a knight's tour: INPUT ANSWER FOLDER < output. Exit code 42: right, 43: wrong.
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
