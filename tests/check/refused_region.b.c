// No model of a region: its text must stay as it is.
void jump(int n, int v[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        if (v[i] < 0)
            goto out;
        v[i]--;
    }
#pragma endscop
out:;
}
