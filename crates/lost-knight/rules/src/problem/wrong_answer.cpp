// Counts the squares of a line between the knight and the exit, and not moves.
#include <cstdlib>
#include <iostream>
#include <string>
using namespace std;

int main() {
    int row = 0, at[2][2] = {};
    for (string line; getline(cin, line); row++)
        for (int col = 0; col < int(line.size()); col++)
            if (line[col] == 'C' || line[col] == 'S') at[line[col] == 'S'][0] = row, at[line[col] == 'S'][1] = col;
    cout << 1000000 + abs(at[0][0] - at[1][0]) + abs(at[0][1] - at[1][1]) << "\n";
}
