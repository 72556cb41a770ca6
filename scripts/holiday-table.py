"""Writes src/domain/occasions/holidays.json: the public holidays that are the same in all regions of a country.

    python3 -m venv /tmp/venv
    /tmp/venv/bin/pip install holidays==0.105
    /tmp/venv/bin/python scripts/holiday-table.py

The dates are those of the package `holidays` (MIT). A country has holidays, and the language of their own names if the web
app has it. A holiday is its English name, its own name or null, and its days: "01-01" for each year, "easter -2" or
"orthodox -2" for two days before an Easter of the table, or else "2025 04-18 2026 04-03".
"""

import json
import re
import warnings
from collections import defaultdict
from itertools import groupby
from pathlib import Path

import holidays
from dateutil.easter import EASTER_ORTHODOX, EASTER_WESTERN, easter

YEARS = range(2025, 2036)
LANGUAGES = ("de", "es", "fr", "ja")
EASTERS = {"easter": EASTER_WESTERN, "orthodox": EASTER_ORTHODOX}


def clean(name):
    """Returns a name without its explanation. `observed` marks a day off for one on a weekend. Sweden lists its Sundays."""
    name = re.sub(r"\s*\(substituted from .*?\)", "", name)
    name = re.sub(r"\s*\(estimated\)", "", name)
    name = name.replace("(observed, estimated)", "(observed)")
    return next((each for each in name.split("; ") if each != "Sunday"), None)


def read(code, language):
    return holidays.country_holidays(code, years=YEARS, language=language)


def read_country(code):
    default = getattr(holidays.country_holidays(code), "default_language", None) or "en"
    english = read(code, None if default.startswith("en") else "en_US")
    language = default[:2] if default[:2] in LANGUAGES else None
    own = read(code, default) if language else {}
    days = defaultdict(list)
    for day in sorted(english):
        if day.year in YEARS and clean(english[day]):
            days[clean(english[day]), clean(own[day]) if day in own else None].append(day)
    found = [[*names, format_days(dates)] for names, dates in days.items()]
    return {"language": language, "holidays": found} if found else None


def format_days(days):
    each = {day.strftime("%m-%d") for day in days}
    if len(each) == 1 and len(days) == len(YEARS):
        return each.pop()
    for name, method in EASTERS.items():
        offsets = {day - easter(day.year, method) for day in days}
        if len(offsets) == 1 and len(days) == len(YEARS):
            return f"{name} {offsets.pop().days}"
    return " ".join(
        f"{year} {' '.join(day.strftime('%m-%d') for day in found)}"
        for year, found in groupby(days, lambda day: day.year)
    )


def main():
    warnings.simplefilter("ignore")
    codes = holidays.list_supported_countries(include_aliases=False)
    table = {code: read_country(code) for code in sorted(codes) if len(code) == 2}
    easters = {
        name: [easter(year, method).isoformat() for year in YEARS] for name, method in EASTERS.items()
    }
    lines = ",\n".join(
        f"{json.dumps(key)}:{json.dumps(found, ensure_ascii=False, separators=(',', ':'))}"
        for key, found in {**easters, **table}.items()
        if found
    )
    target = Path(__file__).parents[1] / "src/domain/occasions/holidays.json"
    target.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
