// Tries every way to fill the board, and looks at the rules when it is full.
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int cases, n, signs;
    if (scanf("%d %d %d", &cases, &n, &signs) != 3) return 1;
    vector<int> given(n * n), grid(n * n, 1), sign(4 * signs);
    for (int& value : given) if (scanf("%d", &value) != 1) return 1;
    for (int& place : sign) if (scanf("%d", &place) != 1) return 1;
    for (;;) {
        bool right = true;
        for (int i = 0; i < n * n; i++) {
            right = right && (!given[i] || given[i] == grid[i]);
            for (int j = 0; j < i; j++) right = right && ((i / n != j / n && i % n != j % n) || grid[i] != grid[j]);
        }
        for (int i = 0; i < signs; i++) {
            int *s = &sign[4 * i];
            right = right && grid[(s[0] - 1) * n + s[1] - 1] < grid[(s[2] - 1) * n + s[3] - 1];
        }
        if (right) break;
        int at = n * n - 1;
        while (at >= 0 && grid[at] == n) grid[at--] = 1;
        if (at < 0) return printf("1\nnao ha solucao para o tabuleiro proposto.\n\n"), 0;
        grid[at]++;
    }
    printf("1\n");
    for (int i = 0; i < n * n; i++) printf("%d%c", grid[i], i % n == n - 1 ? '\n' : ' ');
    puts("");
}
