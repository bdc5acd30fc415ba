# 000, Example 31: constraints whose difference set is (110), with the size 6 in the second direction.
domain: "[n] -> { S[i, j] : 0 <= i < n and 0 <= j <= 6 }"
validity: "[n] -> { S[i, j] -> S[i + 1, j'] : 0 <= i and i + 1 < n and 0 <= j <= j' <= 6 }"
proximity: "[n] -> { S[i, j] -> S[i + 1, j'] : 0 <= i and i + 1 < n and 0 <= j <= j' <= 6 }"
coincidence: "[n] -> { S[i, j] -> S[i + 1, j'] : 0 <= i and i + 1 < n and 0 <= j <= j' <= 6 }"
