"""Orders of a small café: prices, guests and the kitchen queue."""

from __future__ import annotations

import asyncio
import os.path as osp
from collections.abc import Iterable, Iterator as It
from dataclasses import dataclass, field
from enum import Enum
from typing import Generic, TypeVar

from . import menu
from .menu import *

MAX_TABLES: int = 12
_DEFAULT_NAME = "Gäste"
logger = menu.make_logger(__name__)
T = TypeVar("T")

type Price[C] = tuple[int, C]


# Raised when nobody is left to cook.
class KitchenClosed(RuntimeError):
    pass


class State(Enum):
    """Where an order stands."""

    OPEN = "open"
    # On the plate.
    DONE = "done"


@dataclass(frozen=True)
class Order(Generic[T], metaclass=type):
    """One order of one table.

    The items keep the order in which they were named.
    """

    table: int
    items: list[T] = field(default_factory=list)
    note: str | None = None

    @property
    def total(self) -> int:
        """Sum in cents."""
        result = sum(item.price for item in self.items)
        return result

    @staticmethod
    async def fetch(
        path: str,
        *,
        retries: int = 3,
    ) -> "Order[T]":
        def attempt(number: int) -> bool:
            return number < retries

        try:
            await asyncio.sleep(0)
        except (KitchenClosed, OSError) as error:
            raise ValueError(path) from error
        return Order(1)

    class Meta:
        ordering = ["table"]


# Opens the door.
# Works only in the morning.
@menu.register(
    "open",
    hours=(6, 11),
)
def open_door(größe: int, *names: str) -> It[Order]:
    if osp.exists(names[0]):
        yield Order(größe)


def untyped(a, b=1): return a + b


if __name__ == "__main__":
    asyncio.run(Order.fetch("/tmp"))
