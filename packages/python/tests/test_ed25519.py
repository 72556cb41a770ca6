from __future__ import annotations

import unittest

from bestow import _ed25519 as ed25519

# RFC 8032, 7.1: key, message, signature. The fourth is TEST SHA(abc).
VECTORS = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
    (
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704",
    ),
]

ORDER = 2**252 + 27742317777372353535851937790883648493
PRIME = 2**255 - 19


def encode(number: int) -> bytes:
    return number.to_bytes(32, "little")


class Ed25519(unittest.TestCase):
    def test_vectors_of_the_rfc(self) -> None:
        for key, message, signature in VECTORS:
            values = bytes.fromhex(key), bytes.fromhex(signature), bytes.fromhex(message)
            self.assertTrue(ed25519.verify(*values), key)

    def test_each_changed_byte(self) -> None:
        key, message, signature = (bytes.fromhex(each) for each in VECTORS[2])
        for index in range(64):
            changed = bytearray(signature)
            changed[index] ^= 1
            self.assertFalse(ed25519.verify(key, bytes(changed), message), index)
        for index in range(32):
            changed = bytearray(key)
            changed[index] ^= 1
            self.assertFalse(ed25519.verify(bytes(changed), signature, message), index)
        self.assertFalse(ed25519.verify(key, signature, message + b" "))

    def test_s_that_is_not_reduced(self) -> None:
        key, message, signature = (bytes.fromhex(each) for each in VECTORS[1])
        s = int.from_bytes(signature[32:], "little")
        for other in (s + ORDER, s + 2 * ORDER, ORDER, 2**256 - 1):
            self.assertFalse(ed25519.verify(key, signature[:32] + encode(other), message))

    def test_keys_of_small_order_and_other_encodings(self) -> None:
        order_8 = [
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        ]
        points = [int.from_bytes(bytes.fromhex(each), "little") for each in order_8]
        for number in [0, 1, PRIME - 1, PRIME, PRIME + 1, *points]:
            for sign in (0, 2**255):
                key = encode(number + sign)
                self.assertIsNone(ed25519.parse_public_key(key), key.hex())
                # With the identity as R and S = 0, a lenient verifier accepts every message.
                self.assertFalse(ed25519.verify(key, encode(1) + encode(0), b"any"))

    def test_keys_that_are_no_point(self) -> None:
        # About half of all numbers are no coordinate of a point.
        rejected = sum(ed25519.parse_public_key(encode(number)) is None for number in range(2, 66))
        self.assertGreater(rejected, 16)
        self.assertLess(rejected, 48)

    def test_lengths(self) -> None:
        key, message, signature = (bytes.fromhex(each) for each in VECTORS[0])
        for length in (0, 31, 33, 64):
            self.assertFalse(ed25519.verify((key * 2)[:length], signature, message))
        for length in (0, 32, 63, 65, 128):
            self.assertFalse(ed25519.verify(key, (signature * 2)[:length], message))


if __name__ == "__main__":
    unittest.main()
