/* A volatile variable is refused. */
volatile int port;
void f(int n)
{
#pragma scop
    for (int i = 0; i < n; i++)
        port = i;
#pragma endscop
}
