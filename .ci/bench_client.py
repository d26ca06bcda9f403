"""A client that is lighter than any server: it repeats one request on every connection and counts the bytes.

usage: bench_client.py < rounds.json

Reads what to ask (`Load`) as JSON, one line; prints, for every round, answers a second.
"""

import asyncio
import json
import sys
import time
from typing import Any

import uvloop


class Asking(asyncio.Protocol):
    """Asks on one connection, again as soon as the answer is complete."""

    def __init__(self, request: bytes, size: int) -> None:
        self.request = request
        self.size = size
        self.got = 0
        self.answers = 0
        self.transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.got += len(data)
        if self.got >= self.size:
            if self.got > self.size:
                raise RuntimeError(f"an answer of {self.got} bytes instead of {self.size}")
            self.got = 0
            self.answers += 1
            self.transport.write(self.request)


async def size_of(port: int, request: bytes) -> int:
    """Ask once, and return the length of the whole answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head.lower().split(b"\r\n")
    length = next((int(line.split(b":")[1]) for line in lines if line.startswith(b"content-length:")), 0)
    await reader.readexactly(length)
    writer.close()
    return len(head) + length


async def rate(port: int, request: bytes, connections: int, seconds: float) -> float:
    size = await size_of(port, request)
    loop = asyncio.get_running_loop()
    asking = []
    for _ in range(connections):
        _, protocol = await loop.create_connection(lambda: Asking(request, size), "127.0.0.1", port)
        asking.append(protocol)
    await asyncio.sleep(seconds / 5)
    before, started = sum(one.answers for one in asking), time.perf_counter()
    await asyncio.sleep(seconds)
    answers, took = sum(one.answers for one in asking) - before, time.perf_counter() - started
    for one in asking:
        one.transport.abort()
    return answers / took


async def main() -> None:
    given = json.loads(sys.stdin.readline())
    rates: dict[str, list[float]] = {name: [] for name in given["questions"]}
    for _ in range(given["rounds"]):
        # In turn, so that other work of the machine falls on all alike.
        for name, (port, request) in given["questions"].items():
            rates[name].append(await rate(port, request.encode(), given["connections"], given["seconds"]))
    print(json.dumps(rates))


if __name__ == "__main__":
    uvloop.run(main())
