"""The names and remarks that people give: any script, nothing that cannot be seen or that turns the page around."""

import unicodedata

from leagues.errors import NameInvalid, ReasonMissing, RemarkTooLong

LONGEST = 80
REMARK_LONGEST = 300

# Control characters, lone surrogates, line and paragraph separators.
_UNSEEN = {"Cc", "Cs", "Zl", "Zp"}
# Embeddings, overrides and isolates: they reach past the name. Joiners stay, since many scripts are written with them.
_TURNING = {*map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))}
# Letters, numbers, punctuation and symbols; marks and joiners alone show nothing.
_SEEN = "LNPS"


def clean_name(text: str) -> str:
    """The name as it is kept, or a refusal."""
    name = unicodedata.normalize("NFC", text.strip())
    if any(map(_cannot_be_seen, name)):
        raise NameInvalid(longest=LONGEST)
    name = " ".join(name.split())
    if len(name) > LONGEST or not any(unicodedata.category(char)[0] in _SEEN for char in name):
        raise NameInvalid(longest=LONGEST)
    return name


def clean_remark(text: str) -> str:
    """What somebody says about a thing, over several lines if he likes; what cannot be seen is left out."""
    remark = clean_text(text)
    if len(remark) > REMARK_LONGEST:
        raise RemarkTooLong(longest=REMARK_LONGEST, length=len(remark))
    return remark


def clean_text(text: str) -> str:
    """Text over several lines, of any length, without what cannot be seen."""
    lines = unicodedata.normalize("NFC", text).splitlines()
    seen = ["".join(char for char in line if not _cannot_be_seen(char)).strip() for line in lines]
    return "\n".join(seen).strip()


def needed_reason(text: str) -> str:
    """A remark that may not be left out."""
    reason = clean_remark(text)
    if not reason:
        raise ReasonMissing
    return reason


def _cannot_be_seen(char: str) -> bool:
    return unicodedata.category(char) in _UNSEEN or char in _TURNING
