"""The same rules on an NVIDIA GPU. Nothing here is imported unless it is asked for; it needs the extra ``gpu``."""
