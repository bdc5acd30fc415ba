# 000, Example 33: the dependences (124) of Listing 32 as validity constraints.
domain: "{ A[i] : 0 <= i <= 9; B[i] : 0 <= i <= 9 }"
validity: "{ A[0] -> B[i] : 0 <= i <= 9; B[i] -> A[1 + i] : 0 <= i <= 8 }"
