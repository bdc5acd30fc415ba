# 000, Example 14, with the order of the two calls of f1 that Listing 18 implies: one component.
domain: "[m, n] -> { A[]; B[i] : 0 <= i < n; C[]; D[i] : 0 <= i < m }"
validity: "[m, n] -> { A[] -> B[i] : 0 <= i < n; C[] -> D[i] : 0 <= i < m; A[] -> C[] }"
proximity: "[m, n] -> { A[] -> B[i] : 0 <= i < n; C[] -> D[i] : 0 <= i < m; A[] -> C[] }"
coincidence: "[m, n] -> { A[] -> B[i] : 0 <= i < n; C[] -> D[i] : 0 <= i < m; A[] -> C[] }"
