def events_of(*a): return ()
