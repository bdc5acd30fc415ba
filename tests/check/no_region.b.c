// Nothing to compare.
int nothing(void)
{
    return 0;
}
