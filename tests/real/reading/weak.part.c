extern int count;
void hook(int i);
int value(int i);
int later(int i);

void hook(int i)
{
    count += i % 3;
}

int value(int i)
{
    return i + count;
}

int later(int i)
{
    return i + count--;
}
