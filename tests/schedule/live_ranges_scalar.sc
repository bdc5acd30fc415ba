# 002, Section 4.1: Listing 1 with a scalar in the place of the array t.
domain: "[n] -> { S1[i, j] : 0 <= i, j < n; S2[i, j] : 0 <= i, j < n; S3[i, j] : 0 <= i, j < n; S4[i, j] : 0 <= i, j < n }"
validity: "[n] -> { S1[i, j] -> S2[i, j] : 0 <= i, j < n; S3[i, j] -> S4[i, j] : 0 <= i, j < n; S2[i, j] -> S4[j, i] : 0 <= i, j < n }"
proximity: "[n] -> { S1[i, j] -> S2[i, j] : 0 <= i, j < n; S3[i, j] -> S4[i, j] : 0 <= i, j < n; S2[i, j] -> S4[j, i] : 0 <= i, j < n }"
condition: "[n] -> { [S1[i, j] -> R0[]] -> [S2[i, j] -> R3[]] : 0 <= i, j < n; [S3[i, j] -> R4[]] -> [S4[i, j] -> R7[]] : 0 <= i, j < n; [S2[i, j] -> R2[]] -> [S4[j, i] -> R6[]] : 0 <= i, j < n }"
conditional_validity: "[n] -> { [S2[i, j] -> R3[]] -> [S1[i', j'] -> R0[]] : (i' > i or (i' = i and j' > j)) and 0 <= i, j, i', j' < n; [S2[i, j] -> R3[]] -> [S3[i', j'] -> R4[]] : 0 <= i, j, i', j' < n; [S4[i, j] -> R7[]] -> [S3[i', j'] -> R4[]] : (i' > i or (i' = i and j' > j)) and 0 <= i, j, i', j' < n }"
