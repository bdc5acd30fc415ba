# 000, Listing 15: a sum that makes each instance depend on the one before it, relation (28), where n is 10000 (Example 13).
domain: "{ S[i, j] : 0 <= i, j < 10000 }"
validity: "{ S[i, j] -> S[i, j + 1] : 0 <= i < 10000 and 0 <= j < 9999; S[i, 9999] -> S[i + 1, 0] : 0 <= i < 9999 }"
proximity: "{ S[i, j] -> S[i, j + 1] : 0 <= i < 10000 and 0 <= j < 9999; S[i, 9999] -> S[i + 1, 0] : 0 <= i < 9999 }"
coincidence: "{ S[i, j] -> S[i, j + 1] : 0 <= i < 10000 and 0 <= j < 9999; S[i, 9999] -> S[i + 1, 0] : 0 <= i < 9999 }"
