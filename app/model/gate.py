"""One computation at a time, and a short line of those who wait for their turn."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock


class BusyError(Exception):
    """The line is full, or the wait was too long."""


class Gate:
    """Lets one thread through at a time; at most `waiting` others wait, for `timeout` seconds at most.

    A thread that waits serves nobody else, so `waiting` must stay well below the number of threads that
    answer requests.
    """

    def __init__(self, waiting: int, timeout: float) -> None:
        self.waiting = waiting
        self.timeout = timeout
        self._places = BoundedSemaphore(waiting + 1)
        self._turn = Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for the turn and hold it.

        Raises BusyError at once if too many are waiting, else after `timeout` seconds.
        """
        if not self._places.acquire(blocking=False):
            raise BusyError
        try:
            if not self._turn.acquire(timeout=self.timeout):
                raise BusyError
            try:
                yield
            finally:
                self._turn.release()
        finally:
            self._places.release()
