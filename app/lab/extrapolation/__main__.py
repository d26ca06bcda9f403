"""Starts the experiments: ``python -m app.lab.extrapolation``."""

from app.lab.extrapolation.run import main

# The processes that train models import this file too.
if __name__ == "__main__":
    main()
