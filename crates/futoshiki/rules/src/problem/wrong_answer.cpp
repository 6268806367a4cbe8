// Fills the board with a Latin square and looks at neither signs nor given values.
#include <cstdio>

int main() {
    int cases, n;
    if (scanf("%d %d", &cases, &n) != 2) return 1;
    printf("1\n");
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) printf("%d%c", (i + j) % n + 1, j == n - 1 ? '\n' : ' ');
    puts("");
}
