// Where each pattern first occurs in a text: the search of each ends at its match, and rows without one are skipped.
// run: 1 3 1
// run: 4 20 2
// run: 15 200 3
// gpu: with --shared-memory SIZES
#include "../kernel.h"

static int search(int patterns, int n, int length, const unsigned char text[restrict n],
                  const unsigned char pattern[restrict patterns][length], int place[restrict patterns],
                  int equal[restrict patterns][n])
{
    int found = 0;
#pragma scop
    for (int p = 0; p < patterns; p++) {
        place[p] = -1;
        for (int i = 0; i <= n - length; i++) {
            equal[p][i] = 0;
            for (int k = 0; k < length; k++)
                equal[p][i] += text[i + k] == pattern[p][k];
            if (equal[p][i] == length) {
                place[p] = i;
                break;
            }
        }
    }
    for (int p = 0; p < patterns; p++) {
        if (place[p] < 0)
            continue;
        found += 1;
        place[p] *= 2;
    }
#pragma endscop
    return found;
}

int main(int argc, char **argv)
{
    int patterns = kernel_size(argc, argv, 1, 4), n = kernel_size(argc, argv, 2, 20);
    int length = kernel_size(argc, argv, 3, 2);
    unsigned char *text = kernel_bytes(n, 'a', 'e'),
                  (*pattern)[length] = kernel_bytes((size_t)patterns * length, 'a', 'e');
    int *place = kernel_zeros(patterns, sizeof(int)), (*equal)[n] = kernel_zeros((size_t)patterns * n, sizeof(int));
    kernel_start();
    int found = search(patterns, n, length, text, (const unsigned char(*)[length])pattern, place, equal);
    kernel_stop();
    kernel_hash(place, sizeof(int[patterns]));
    kernel_hash(equal, sizeof(int[patterns][n]));
    kernel_print(found);
    free(text);
    free(pattern);
    free(place);
    free(equal);
    return 0;
}
