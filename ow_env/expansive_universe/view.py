def choice_of(*a): raise NotImplementedError
def view_of(*a): raise NotImplementedError
