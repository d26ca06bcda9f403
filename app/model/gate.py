"""One computation at a time, and a short line of those who wait for their turn."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock


class BusyError(Exception):
    """The line is full, or the wait was too long."""


class Gate:
    """Lets one thread through at a time; others wait in a line that has an end, and not for ever.

    Parameters
    ----------
    waiting : int
        Length of the line. A thread that waits serves nobody else, so it must stay well below the number of
        threads that answer requests.
    patience : float
        Seconds that a thread waits at most.

    """

    def __init__(self, waiting: int, patience: float) -> None:
        self.waiting = waiting
        self.patience = patience
        self._places = BoundedSemaphore(waiting + 1)
        self._turn = Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for the turn and hold it.

        Raises
        ------
        BusyError
            At once if the line is full, else when patience ends.

        """
        if not self._places.acquire(blocking=False):
            raise BusyError
        try:
            if not self._turn.acquire(timeout=self.patience):
                raise BusyError
            try:
                yield
            finally:
                self._turn.release()
        finally:
            self._places.release()
