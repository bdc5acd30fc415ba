# 000, Example 14: the relations (70) of Listing 18, with nothing known of the parameters.
domain: "[m, n] -> { A[]; B[i] : 0 <= i < n; C[]; D[i] : 0 <= i < m }"
validity: "[m, n] -> { A[] -> B[i] : 0 <= i < n; C[] -> D[i] : 0 <= i < m }"
proximity: "[m, n] -> { A[] -> B[i] : 0 <= i < n; C[] -> D[i] : 0 <= i < m }"
coincidence: "[m, n] -> { A[] -> B[i] : 0 <= i < n; C[] -> D[i] : 0 <= i < m }"
