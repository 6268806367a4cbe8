// Numbers the squares in reading order.
#include <cstdio>
#include <iostream>
#include <string>
using namespace std;

int main() {
    int number = 0;
    for (string line; getline(cin, line);) {
        for (char c : line) c == '#' ? printf("# ") : printf("%d ", ++number);
        printf("\n");
    }
    printf("%d 0\n\n", number);
}
