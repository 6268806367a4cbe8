// Whether the input is one board of pegs and holes, to the byte: exit code 42 if it is.

int main() {
    string text((istreambuf_iterator<char>(cin)), istreambuf_iterator<char>());
    istringstream in(text);
    ostringstream same;
    int64_t rows, cols;
    if (!(in >> rows >> cols) || rows < 1 || cols < 1 || rows > 8 || cols > 8) end(43, "the head");
    same << rows << " " << cols << "\n";
    for (int64_t i = 0; i < rows * cols; i++) {
        int64_t place;
        if (!(in >> place) || place < -1 || place > 1) end(43, "a place");
        same << place << ((i + 1) % cols ? " " : "\n");
    }
    end(text == same.str() ? 42 : 43, "the blanks and the end");
}
