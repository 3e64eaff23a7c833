"""Names, addresses and ports of this machine."""

import errno
import socket

PORT_MOST = 65_535
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
EVERY_INTERFACE = ("0.0.0.0", "::", "[::]")  # noqa: S104 - compared with, never bound by default


def lan_address() -> str | None:
    """The address that other machines of the local network reach this one by; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


def names_of(host: str) -> tuple[str, ...]:
    """Every host name a browser may use for a server that listens on `host`."""
    if host not in EVERY_INTERFACE:
        return tuple(dict.fromkeys((*LOOPBACK, host)))
    machine = socket.gethostname().lower()
    found = (*LOOPBACK, lan_address(), machine, f"{machine}.local" if "." not in machine else None)
    return tuple(dict.fromkeys(name for name in found if name))


def in_url(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def refusal_to_listen(host: str, port: int) -> str | None:
    """Why nobody can listen there, in one sentence; None if somebody can."""
    bare = host.strip("[]")
    with socket.socket(socket.AF_INET6 if ":" in bare else socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((bare, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return f"Port {port} is taken by another program: choose one with `PORT={port + 1}`."
            return f"Nothing can listen on {host}:{port}: {error.strerror or error}."
    return None


def free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def port_of(text: str) -> int:
    """A port as somebody typed it; what cannot be one ends the program in a sentence, whichever program it is."""
    if text.isascii() and text.isdigit() and 1 <= int(text) <= PORT_MOST:
        return int(text)
    raise SystemExit(f"PORT={text} is no port: it is a number from 1 to {PORT_MOST}.")
