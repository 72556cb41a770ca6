"""Verification of Ed25519 signatures (RFC 8032), which the standard library does not have.

Verification handles public values only, so its duration may depend on them. It takes a few milliseconds. There is no
function that signs: that would need constant time.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_SQRT_OF_MINUS_ONE = pow(2, (_P - 1) // 4, _P)


class _Point(NamedTuple):
    """Extended homogeneous coordinates: the point (x/z, y/z), with t = xy/z."""

    x: int
    y: int
    z: int
    t: int


_IDENTITY = _Point(0, 1, 1, 0)


def _add(one: _Point, other: _Point) -> _Point:
    """RFC 8032, 5.1.4. Complete: it also doubles."""
    a = (one.y - one.x) * (other.y - other.x) % _P
    b = (one.y + one.x) * (other.y + other.x) % _P
    c = 2 * one.t * other.t * _D % _P
    d = 2 * one.z * other.z % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return _Point(e * f % _P, g * h % _P, f * g % _P, e * h % _P)


def _double(point: _Point) -> _Point:
    a = point.x * point.x % _P
    b = point.y * point.y % _P
    c = 2 * point.z * point.z
    h = a + b
    e = h - (point.x + point.y) ** 2
    g = a - b
    f = c + g
    return _Point(e * f % _P, g * h % _P, f * g % _P, e * h % _P)


def _decode_point(encoded: bytes) -> _Point | None:
    """RFC 8032, 5.1.3. Returns None for bytes that are no point, or not its canonical encoding."""
    number = int.from_bytes(encoded, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= _P:
        return None
    u, v = (y * y - 1) % _P, (_D * y * y + 1) % _P
    x = u * pow(v, 3, _P) * pow(u * pow(v, 7, _P), (_P - 5) // 8, _P) % _P
    if v * x * x % _P == -u % _P:
        x = x * _SQRT_OF_MINUS_ONE % _P
    if v * x * x % _P != u or (x == 0 and sign == 1):
        return None
    if x & 1 != sign:
        x = _P - x
    return _Point(x, y, 1, x * y % _P)


def _encode_point(point: _Point) -> bytes:
    inverse = pow(point.z, -1, _P)
    x, y = point.x * inverse % _P, point.y * inverse % _P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _decode_base() -> _Point:
    base = _decode_point((4 * pow(5, -1, _P) % _P).to_bytes(32, "little"))
    assert base is not None
    return base


_BASE = _decode_base()


def parse_public_key(encoded: bytes) -> _Point | None:
    """Returns None for bytes that are no key. With a point of small order, such as zero bytes, anyone could sign."""
    point = _decode_point(encoded) if len(encoded) == 32 else None
    if point is None or _encode_point(_double(_double(_double(point)))) == _encode_point(_IDENTITY):
        return None
    return point


def verify(public_key: bytes, signature: bytes, message: bytes) -> bool:
    """Returns whether the signature is valid. Rejects other encodings of a valid signature."""
    key = parse_public_key(public_key)
    if key is None or len(signature) != 64:
        return False
    encoded_r, s = signature[:32], int.from_bytes(signature[32:], "little")
    if s >= _ORDER:
        return False
    digest = hashlib.sha512(encoded_r + public_key + message).digest()
    challenge = int.from_bytes(digest, "little") % _ORDER
    # R = S·B - k·A. The comparison of encodings also rejects an R that is not canonical.
    negative = _Point(_P - key.x, key.y, key.z, _P - key.t)
    return _encode_point(_multiply_both(s, _BASE, challenge, negative)) == encoded_r


def _multiply_both(m: int, one: _Point, n: int, other: _Point) -> _Point:
    """Returns m·one + n·other with one chain of doublings."""
    sums = (None, one, other, _add(one, other))
    result = _IDENTITY
    for bit in reversed(range(max(m.bit_length(), n.bit_length()))):
        result = _double(result)
        term = sums[(m >> bit & 1) | (n >> bit & 1) << 1]
        if term is not None:
            result = _add(result, term)
    return result
