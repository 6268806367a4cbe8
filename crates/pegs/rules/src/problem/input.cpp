// Whether the input is one board of pegs and holes: exit code 42 if it is.
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

int main() {
    int64_t rows, cols;
    if (!(cin >> rows >> cols) || rows < 1 || cols < 1 || rows > 8 || cols > 8) end(43, "the head");
    for (int64_t i = 0; i < rows * cols; i++) {
        int64_t place;
        if (!(cin >> place) || place < -1 || place > 1) end(43, "a place");
    }
    string more;
    end(cin >> more ? 43 : 42, "the end");
}
