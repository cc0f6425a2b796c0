/* Solve Hitori by trying every cell black, then white. A method of examples/methods/methods.toml.

   Input: "hitori", then rows of numbers. Output: {"status": …, "answer": {"black": …}}. */
#include <stdio.h>
#include <string.h>

static int size, clue[32][32], black[32][32];
static long expanded;

static int flood(int row, int col, int seen[32][32]) {
    if (row < 0 || col < 0 || row >= size || col >= size || seen[row][col] || black[row][col])
        return 0;
    seen[row][col] = 1;
    return 1 + flood(row - 1, col, seen) + flood(row + 1, col, seen)
             + flood(row, col - 1, seen) + flood(row, col + 1, seen);
}

static int is_connected(void) {
    int seen[32][32], white = 0, row, col, start = -1;
    memset(seen, 0, sizeof seen);
    for (row = 0; row < size; row++)
        for (col = 0; col < size; col++)
            if (!black[row][col]) { white++; start = row * size + col; }
    return start >= 0 && flood(start / size, start % size, seen) == white;
}

static int has_white_twin(int row, int col) {
    int k;
    for (k = 0; k < col; k++)
        if (!black[row][k] && clue[row][k] == clue[row][col]) return 1;
    for (k = 0; k < row; k++)
        if (!black[k][col] && clue[k][col] == clue[row][col]) return 1;
    return 0;
}

static int solve(int cell) {
    int row = cell / size, col = cell % size;
    if (cell == size * size) return is_connected();
    expanded++;
    if (!(row && black[row - 1][col]) && !(col && black[row][col - 1])) {
        black[row][col] = 1;
        if (is_connected() && solve(cell + 1)) return 1;
        black[row][col] = 0;
    }
    return !has_white_twin(row, col) && solve(cell + 1);
}

int main(void) {
    char line[4096], *at;
    int used, value, row = 0, col, first = 1;
    while (fgets(line, sizeof line, stdin)) {
        for (at = line, col = 0; sscanf(at, "%d%n", &value, &used) == 1 && col < 32; at += used)
            clue[row][col++] = value;
        if (col) { size = col; row++; }
        if (row == 32) break;
    }
    if (!solve(0)) {
        printf("{\"status\": \"exhausted\", \"expanded\": %ld}\n", expanded);
        return 0;
    }
    printf("{\"status\": \"solved\", \"expanded\": %ld, \"answer\": {\"black\": [", expanded);
    for (row = 0; row < size; row++)
        for (col = 0; col < size; col++)
            if (black[row][col]) {
                printf("%s[%d, %d]", first ? "" : ", ", row, col);
                first = 0;
            }
    printf("]}}\n");
    return 0;
}
