"""The socket that the page listens at: opened before anything else, so that a busy port is one clear line."""

import errno
import ipaddress
import os
import socket

from ...errors import InputError

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at `host` and `port`; port 0 takes a free one.

    Raises InputError where the host is none of this machine's or the port cannot be had.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (socket.gaierror, UnicodeError):
        raise InputError(f"--host {host!r} is no address; leave it out, or give one of this machine") from None
    listening = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere the option would let two servers share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except OSError as error:
        listening.close()
        raise InputError(_refusal(error, host, port)) from None
    return listening


def _refusal(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"--port {port} is in use; choose another, or --port 0 for any that is free"
    if error.errno == errno.EACCES:
        return f"--port {port} is reserved for the system; choose one above 1023, or --port 0 for any that is free"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"--host {host} is no address of this machine; leave it out, or give one that is"
    return f"cannot listen at {host}, port {port}: {error.strerror or error}; choose another --port or --host"


def local(listening: socket.socket) -> bool:
    """Whether only this machine can reach it."""
    return ipaddress.ip_address(listening.getsockname()[0]).is_loopback


def names(listening: socket.socket) -> frozenset[str] | None:
    """The host names by which its pages may be asked for; None means any, for a socket that others can reach."""
    return LOOPBACK_NAMES | {listening.getsockname()[0]} if local(listening) else None


def url(listening: socket.socket) -> str:
    """The address of the page, for a browser on this machine."""
    host, port = listening.getsockname()[:2]
    address = ipaddress.ip_address(host)
    if address.is_unspecified:
        host = "127.0.0.1" if address.version == 4 else "::1"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
