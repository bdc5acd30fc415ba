# 000, Example 33: the constraints (125), from which the bounds of the domain were removed. No schedule satisfies them.
domain: "{ A[i]; B[i] }"
validity: "{ A[0] -> B[i]; B[i] -> A[1 + i] }"
