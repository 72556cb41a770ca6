"""Builds the package with the standard library, so that an installation downloads nothing but the package (PEP 517)."""

from __future__ import annotations

import base64
import hashlib
import re
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
PROJECT = (ROOT / "pyproject.toml").read_text("utf-8")
TIME = (2026, 1, 1, 0, 0, 0)  # the same files give the same bytes


def _value(name: str) -> str:
    match = re.search(rf'^{name} = "([^"]+)"', PROJECT, re.MULTILINE)
    if match is None:
        raise ValueError(f"pyproject.toml has no {name}.")
    return match[1]


if not (SOURCE / "bestow" / "_generated").is_dir():
    raise RuntimeError("Run `node scripts/run.js scripts/generate.ts` in the repository first: it makes bestow/_generated.")
NAME = f"bestow-{_value('version').replace('-', '')}"
DIST_INFO = f"{NAME}.dist-info"


def build_wheel(
    wheel_directory: str, config_settings: object = None, metadata_directory: str | None = None
) -> str:
    files = {
        path.relative_to(SOURCE).as_posix(): path.read_bytes()
        for path in sorted((SOURCE / "bestow").rglob("*"))
        if path.suffix in (".py", ".json", ".typed")
    }
    return _write_wheel(wheel_directory, files)


def build_editable(
    wheel_directory: str, config_settings: object = None, metadata_directory: str | None = None
) -> str:
    return _write_wheel(wheel_directory, {"bestow.pth": f"{SOURCE}\n".encode()})


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    name = f"{NAME}.tar.gz"
    with tarfile.open(Path(sdist_directory) / name, "w:gz") as archive:
        for each in ("pyproject.toml", "README.md", "LICENSE", "build_backend", "src"):
            archive.add(ROOT / each, f"{NAME}/{each}", filter=_without_bytecode)
    return name


def _without_bytecode(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
    return None if "__pycache__" in entry.name else entry


def _metadata() -> str:
    readme = (ROOT / "README.md").read_text("utf-8")
    return "\n".join(
        [
            "Metadata-Version: 2.1",
            "Name: bestow",
            f"Version: {_value('version')}",
            f"Summary: {_value('description')}",
            "License: MIT",
            f"Requires-Python: {_value('requires-python')}",
            f"Project-URL: Homepage, {_value('Homepage')}",
            "Classifier: Typing :: Typed",
            "Description-Content-Type: text/markdown",
            "",
            readme,
        ]
    )


def _write_wheel(folder: str, files: Mapping[str, bytes]) -> str:
    name = f"{NAME}-py3-none-any.whl"
    all_files = {
        **files,
        f"{DIST_INFO}/METADATA": _metadata().encode(),
        f"{DIST_INFO}/WHEEL": b"Wheel-Version: 1.0\nGenerator: bestow\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{DIST_INFO}/LICENSE": (ROOT / "LICENSE").read_bytes(),
    }
    record = "".join(f"{path},sha256={_digest(data)},{len(data)}\n" for path, data in all_files.items())
    all_files[f"{DIST_INFO}/RECORD"] = f"{record}{DIST_INFO}/RECORD,,\n".encode()
    with zipfile.ZipFile(Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in all_files.items():
            wheel.writestr(zipfile.ZipInfo(path, TIME), data, zipfile.ZIP_DEFLATED)
    return name


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
