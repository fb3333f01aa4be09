"""The commands of ``ow``, one module each: it adds its parser and prints, and decides no rule."""
