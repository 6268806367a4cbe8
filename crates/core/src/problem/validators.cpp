// What all validators begin with.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
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
[[maybe_unused]] static vector<string> lines(istream& in) {
    vector<string> all;
    for (string line; getline(in, line); all.push_back(line))
        if (!line.empty() && line.back() == '\r') line.pop_back();
    return all;
}

[[maybe_unused]] static string trimmed(const string& text) {
    size_t from = text.find_first_not_of(" \t\r\v\f"), to = text.find_last_not_of(" \t\r\v\f");
    return from == string::npos ? "" : text.substr(from, to - from + 1);
}

// Whether a line says nothing about the answer.
[[maybe_unused]] static bool silent(const string& line) { return trimmed(line).empty() || line[0] == '='; }

[[maybe_unused]] static vector<string> words(const string& line) {
    vector<string> all;
    string word;
    for (char c : line + " ") {
        if (c != ' ' && c != '\t') word += c;
        else if (!word.empty()) all.push_back(word), word.clear();
    }
    return all;
}

// A number in decimal digits, up to a greatest; -1 for anything else.
[[maybe_unused]] static int64_t number(const string& word, int64_t most) {
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
[[maybe_unused]] static const int64_t U32 = 4294967295;
