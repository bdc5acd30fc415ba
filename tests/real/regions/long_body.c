// run:
// parallel: 3
// kernels: 1
// text: lastprivate\(
/* Long bodies: dozens of assignments in a row to elements with constant subscripts, with scratch variables of file scope and of
 * the loop. They are scheduled as one statement, and the loops around them come out parallel. */
#include <stdio.h>

#define N 40

static double u[N][N][5], flux[N][N][4][4], d[N][N][4][4];
static double q1, q2, q3;

static void jacobian(int n)
{
    int i, j;
    for (i = 1; i < n - 1; i++)
        for (j = 1; j < n - 1; j++) {
            q1 = 1.0 / u[i][j][0];
            q2 = q1 * q1;
            q3 = q1 * q2;
            flux[i][j][0][0] = 0.0;
            flux[i][j][0][1] = q1 * u[i][j][1] + q3 * (u[i][j][1] - u[i][j][1]);
            flux[i][j][0][2] = q1 * u[i][j][2] + q2 * (u[i][j][1] - u[i][j][2]);
            flux[i][j][0][3] = 0.0;
            flux[i][j][1][0] = q1 * u[i][j][1] + q2 * (u[i][j][2] - u[i][j][0]);
            flux[i][j][1][1] = q2 * u[i][j][2] + q1 * (u[i][j][2] - u[i][j][1]);
            flux[i][j][1][2] = 0.0;
            flux[i][j][1][3] = q1 * u[i][j][4] + q2 * (u[i][j][2] - u[i][j][3]);
            flux[i][j][2][0] = q1 * u[i][j][2] + q3 * (u[i][j][3] - u[i][j][0]);
            flux[i][j][2][1] = 0.0;
            flux[i][j][2][2] = q2 * u[i][j][4] + q1 * (u[i][j][3] - u[i][j][2]);
            flux[i][j][2][3] = q1 * u[i][j][0] + q3 * (u[i][j][3] - u[i][j][3]);
            flux[i][j][3][0] = 0.0;
            flux[i][j][3][1] = q1 * u[i][j][4] + q3 * (u[i][j][4] - u[i][j][1]);
            flux[i][j][3][2] = q1 * u[i][j][0] + q2 * (u[i][j][4] - u[i][j][2]);
            flux[i][j][3][3] = 0.0;
        }
    for (i = 1; i < n - 1; i++)
        for (j = 2; j < n - 2; j++) {
            double left = 0.5 * q1;
            double right;
            d[i][j][0][0] = flux[i][j - 1][0][0] * left - flux[i][j + 1][0][0];
            d[i][j][0][1] = flux[i][j - 1][0][1] * left - flux[i][j + 1][1][0];
            d[i][j][0][2] = flux[i][j - 1][0][2] * left - flux[i][j + 1][2][0];
            d[i][j][0][3] = flux[i][j - 1][0][3] * left - flux[i][j + 1][3][0];
            d[i][j][1][0] = flux[i][j - 1][1][0] * left - flux[i][j + 1][0][1];
            d[i][j][1][1] = flux[i][j - 1][1][1] * left - flux[i][j + 1][1][1];
            d[i][j][1][2] = flux[i][j - 1][1][2] * left - flux[i][j + 1][2][1];
            d[i][j][1][3] = flux[i][j - 1][1][3] * left - flux[i][j + 1][3][1];
            right = left + u[i][j][1];
            d[i][j][2][0] = flux[i][j - 1][2][0] * right - flux[i][j + 1][0][2];
            d[i][j][2][1] = flux[i][j - 1][2][1] * right - flux[i][j + 1][1][2];
            d[i][j][2][2] = flux[i][j - 1][2][2] * right - flux[i][j + 1][2][2];
            d[i][j][2][3] = flux[i][j - 1][2][3] * right - flux[i][j + 1][3][2];
            d[i][j][3][0] = flux[i][j - 1][3][0] * right - flux[i][j + 1][0][3];
            d[i][j][3][1] = flux[i][j - 1][3][1] * right - flux[i][j + 1][1][3];
            d[i][j][3][2] = flux[i][j - 1][3][2] * right - flux[i][j + 1][2][3];
            d[i][j][3][3] = flux[i][j - 1][3][3] * right - flux[i][j + 1][3][3];
        }
}

int main(void)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int m = 0; m < 5; m++)
                u[i][j][m] = 1.0 + (i * 5 + j * 3 + m) % 13;
    jacobian(2);
    printf("%.17g %.17g %.17g\n", q1, q2, q3);
    jacobian(N);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int r = 0; r < 4; r++)
                for (int c = 0; c < 4; c++)
                    s += d[i][j][r][c] * (1 + r + 2 * c) + flux[i][j][r][c];
    printf("%.17g %.17g %.17g %.17g\n", s, q1, q2, q3);
    return 0;
}
