# 000, Example 12: the instances (58) and the proximity constraints (59).
domain: "{ S[i, j] : 0 <= i <= 10 }"
proximity: "{ S[i, j] -> S[1 + i, j] : 0 <= i <= 9 and 0 <= j <= 10 }"
