"""Everything here counts as the experiments do: on one core, the same way every time."""

from app.lab.extrapolation.run import prepare

prepare()
