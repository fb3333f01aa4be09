def read_position(*a): raise NotImplementedError
def write_position(*a): raise NotImplementedError
