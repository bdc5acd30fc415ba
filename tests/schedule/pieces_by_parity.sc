# Even rows come before odd ones further down, and a row goes from left to right. The first of these has no pairs in one row, as
# integers go, but the other has: of a relation in two pieces, one is done once rows follow one another.
domain: "[n] -> { S[i, j] : 0 <= i, j < n }"
validity: "[n] -> { S[i, j] -> S[k, j - 1] : 0 <= i <= k < n and i mod 2 = 0 and k mod 2 = 1 and 0 < j < n; S[i, j] -> S[i, j + 1] : 0 <= i < n and 0 <= j < n - 1 }"
proximity: "[n] -> { S[i, j] -> S[i, j + 1] : 0 <= i < n and 0 <= j < n - 1 }"
