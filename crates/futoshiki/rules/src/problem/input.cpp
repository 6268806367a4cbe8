// Whether the input is one Futoshiki board: exit code 42 if it is.
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
    int64_t cases, n, signs;
    if (!(cin >> cases >> n >> signs) || cases != 1 || n < 1 || n > 9 || signs < 0) end(43, "the head");
    for (int64_t i = 0; i < n * n; i++) {
        int64_t value;
        if (!(cin >> value) || value < 0 || value > n) end(43, "a value");
    }
    for (int64_t i = 0; i < 4 * signs; i++) {
        int64_t place;
        if (!(cin >> place) || place < 1 || place > n) end(43, "a place of a sign");
    }
    string more;
    end(cin >> more ? 43 : 42, "the end");
}
