# 002, Listing 1, with t killed behind it: the flow dependences (5), and the anti-dependences on t (10) where live ranges
# are not local. R2 and R6 are the references to C, the others those to t. Locality is wanted along the flow alone.
domain: "[n] -> { S1[i, j] : 0 <= i, j < n; S2[i, j] : 0 <= i, j < n; S3[i, j] : 0 <= i, j < n; S4[i, j] : 0 <= i, j < n }"
validity: "[n] -> { S1[i, j] -> S2[i, j] : 0 <= i, j < n; S3[i, j] -> S4[i, j] : 0 <= i, j < n; S2[i, j] -> S4[j, i] : 0 <= i, j < n }"
proximity: "[n] -> { S1[i, j] -> S2[i, j] : 0 <= i, j < n; S3[i, j] -> S4[i, j] : 0 <= i, j < n; S2[i, j] -> S4[j, i] : 0 <= i, j < n }"
condition: "[n] -> { [S1[i, j] -> R0[]] -> [S2[i, j] -> R3[]] : 0 <= i, j < n; [S3[i, j] -> R4[]] -> [S4[i, j] -> R7[]] : 0 <= i, j < n; [S2[i, j] -> R2[]] -> [S4[j, i] -> R6[]] : 0 <= i, j < n }"
conditional_validity: "[n] -> { [S2[i, j] -> R3[]] -> [S1[i', j'] -> R0[]] : i + j = i' + j' and i' > i and 0 <= i, j, i', j' < n; [S2[i, j] -> R3[]] -> [S3[i', j'] -> R4[]] : i + j = i' + j' and 0 <= i, j, i', j' < n; [S4[i, j] -> R7[]] -> [S3[i', j'] -> R4[]] : i + j = i' + j' and i' > i and 0 <= i, j, i', j' < n }"
