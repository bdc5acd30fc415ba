# 000, Listing 15: a sum that makes each instance depend on the one before it, relation (28).
domain: "[n] -> { S[i, j] : 0 <= i, j < n }"
validity: "[n] -> { S[i, j] -> S[i, j + 1] : 0 <= i < n and 0 <= j < n - 1; S[i, n - 1] -> S[i + 1, 0] : 0 <= i < n - 1 }"
proximity: "[n] -> { S[i, j] -> S[i, j + 1] : 0 <= i < n and 0 <= j < n - 1; S[i, n - 1] -> S[i + 1, 0] : 0 <= i < n - 1 }"
coincidence: "[n] -> { S[i, j] -> S[i, j + 1] : 0 <= i < n and 0 <= j < n - 1; S[i, n - 1] -> S[i + 1, 0] : 0 <= i < n - 1 }"
