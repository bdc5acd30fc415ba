# 000, Example 28: the constraints (94) under the context (95).
domain: "[n] -> { S[i, j] : 0 <= i < n and 0 <= j < n }"
context: "[n] -> { : n = 1024 }"
validity: "[n] -> { S[i, j] -> S[i + 1, j] : 0 <= i and i + 1 < n and 0 <= j < n }"
proximity: "[n] -> { S[i, j] -> S[i + 1, j] : 0 <= i and i + 1 < n and 0 <= j < n }"
coincidence: "[n] -> { S[i, j] -> S[i + 1, j] : 0 <= i and i + 1 < n and 0 <= j < n }"
