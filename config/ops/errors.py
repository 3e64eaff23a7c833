"""How a command of the Makefile gives up: in one sentence, without a traceback."""

import sys
from collections.abc import Callable
from typing import NoReturn


class GiveUp(Exception):
    """The message is the sentence for the person in front of the terminal."""


def run_main(main: Callable[[], int]) -> NoReturn:
    try:
        code = main()
    except GiveUp as reason:
        print(reason, file=sys.stderr)
        sys.exit(1)
    sys.exit(code)
