# Even rows come before odd ones further down. No pair is of one row, though there is one between integers: once rows follow
# one another, nothing is left of it.
domain: "[n] -> { S[i, j] : 0 <= i, j < n; T[i, j] : 0 <= i, j < n }"
validity: "[n] -> { S[i, j] -> T[k, j - 1] : 0 <= i <= k < n and i mod 2 = 0 and k mod 2 = 1 and 0 < j < n; T[i, j] -> S[i, j + 1] : 0 <= i < n and 0 <= j < n - 1 }"
proximity: "[n] -> { T[i, j] -> S[i, j + 1] : 0 <= i < n and 0 <= j < n - 1 }"
