#define min(a, b) ((a) < (b) ? (a) : (b))
#define floord(a, b) ((a) / (b) - ((a) % (b) < 0)) /* rounded down; b > 0 */
{
    const int c0 = 4 * floord(m - 1, 4);
    if (c0 + 3 >= m)
        for (int c1 = m; c1 <= min(n - 1, c0 + 3); c1 += 1)
            S(c1);
}
for (int c0 = 4 * floord(m + 3, 4); c0 < n - 3; c0 += 4)
    for (int c1 = c0; c1 <= c0 + 3; c1 += 1)
        S(c1);
{
    const int c0 = 4 * floord(n - 1, 4);
    if (c0 >= m && c0 + 3 >= n)
        for (int c1 = c0; c1 < n; c1 += 1)
            S(c1);
}
