for (int c0_ = 0; c0_ < c0; c0_ += 1)
    for (int c1__ = 0; c1__ < c1_; c1__ += 1)
        c1(c0_, c1__);
