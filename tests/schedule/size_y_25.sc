# 000, Example 29: the set (99), and constraints that ask for a large coefficient.
domain: "{ S[x, y] : x >= 0 and x <= y and x + y <= 100 }"
validity: "{ S[x, y] -> S[x - 25, y + 1] }"
proximity: "{ S[x, y] -> S[x - 25, y + 1] }"
