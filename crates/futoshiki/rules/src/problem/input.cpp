// Whether the input is one Futoshiki board, to the byte: exit code 42 if it is.

int main() {
    string text((istreambuf_iterator<char>(cin)), istreambuf_iterator<char>());
    istringstream in(text);
    ostringstream same;
    int64_t cases, n, signs;
    if (!(in >> cases >> n >> signs) || cases != 1 || n < 1 || n > 9 || signs < 0) end(43, "the head");
    same << cases << "\n" << n << " " << signs << "\n";
    for (int64_t i = 0; i < n * n; i++) {
        int64_t value;
        if (!(in >> value) || value < 0 || value > n) end(43, "a value");
        same << value << ((i + 1) % n ? " " : "\n");
    }
    for (int64_t i = 0; i < 4 * signs; i++) {
        int64_t place;
        if (!(in >> place) || place < 1 || place > n) end(43, "a place of a sign");
        same << place << ((i + 1) % 4 ? " " : "\n");
    }
    end(text == same.str() ? 42 : 43, "the blanks and the end");
}
