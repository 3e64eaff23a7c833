"""Every string a person reads goes through gettext: this test finds the others, in templates and in Python."""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
APPS = ("config", "leagues", "teams", "matches")
READ_ATTRIBUTES = {"alt", "title", "placeholder", "aria-label", "aria-description", "label"}
# Arguments whose literal text a person reads, wherever they are passed.
READ_ARGUMENTS = {"label", "help_text", "verbose_name", "verbose_name_plural", "empty_label"}
# Names are names in every language.
NAMES = {"Scrimmage", "API", "JSON", "PDF", "OpenAPI", "WeasyPrint"}

_TRANSLATED = re.compile(
    r"{%\s*blocktrans(?:late)?\b.*?{%\s*endblocktrans(?:late)?\s*%}|{%\s*comment\b.*?{%\s*endcomment\s*%}|{#.*?#}", re.S
)
# A tag inside an attribute or between words stands for text that comes from elsewhere.
_TAG = re.compile(r"{%.*?%}|{{.*?}}", re.S)


class Reader(HTMLParser):
    """Collects the text and the read attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in {"script", "style"}
        self.found += [value for name, value in attrs if name in READ_ATTRIBUTES and value]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in {"script", "style"}

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.found.append(data)


def untranslated(html: str) -> list[str]:
    reader = Reader()
    reader.feed(_TAG.sub("", _TRANSLATED.sub("", html)))
    words = (" ".join(text.split()) for text in reader.found)
    return [text for text in words if re.search(r"[A-Za-z]{2}", text) and text not in NAMES]


def templates() -> list[Path]:
    return sorted(path for path in (ROOT / "templates").rglob("*.html"))


@pytest.mark.parametrize("path", templates(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_template_says_nothing_untranslated(path: Path) -> None:
    assert untranslated(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>Hello</p>", ["Hello"]),
        ('<img alt="A logo">', ["A logo"]),
        ('<p>{% translate "Hello" %}</p>', []),
        ("<p>{% blocktranslate %}Hello {{ you }}{% endblocktranslate %}</p>", []),
        ("<p>{{ name }} won</p>", ["won"]),
        ('<p class="big">{# why #}</p>', []),
    ],
)
def test_the_finder_finds(html: str, expected: list[str]) -> None:
    assert untranslated(html) == expected


def bare_literals(source: str) -> Iterator[str]:
    """Literals passed where a person will read them: form labels, messages, model names, engine problems."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        for keyword in node.keywords:
            if keyword.arg in READ_ARGUMENTS and _is_text(keyword.value):
                yield f"line {node.lineno}: {keyword.arg}"
        name = ast.unparse(node.func)
        if re.fullmatch(r"messages\.\w+", name) and len(node.args) > 1 and _is_text(node.args[1]):
            yield f"line {node.lineno}: {name}"
        if name.endswith("ValidationError") and node.args and _is_text(node.args[0]):
            yield f"line {node.lineno}: {name}"
        if name in {"Problem", "errors.Problem"} and len(node.args) > 1 and _is_text(node.args[1]):
            yield f"line {node.lineno}: {name}"


def _is_text(node: ast.expr) -> bool:
    literal = isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
    return literal and bool(re.search(r"[A-Za-z]{2}", ast.unparse(node)))


def modules() -> list[Path]:
    found = (path for folder in (*APPS, "engine") for path in (ROOT / folder).rglob("*.py"))
    return sorted(path for path in found if "migrations" not in path.parts and "ops" not in path.parts)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_says_nothing_untranslated(path: Path) -> None:
    found = list(bare_literals(path.read_text(encoding="utf-8")))
    # The API's reference is one document, in English; its pages have no other reader.
    reference = "api" in path.parts or path.name == "rest.py"
    assert [one for one in found if not (reference and one.endswith("help_text"))] == []


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("forms.CharField(label='Name')", 1),
        ("forms.CharField(label=_('Name'))", 0),
        ("messages.success(request, 'Saved')", 1),
        ("messages.success(request, gettext('Saved'))", 0),
        ("Problem('code', 'Too many')", 1),
        ("Problem('code', marked('Too many'))", 0),
        ("raise ValidationError(f'{x} is wrong')", 1),
    ],
)
def test_the_python_finder_finds(source: str, count: int) -> None:
    assert len(list(bare_literals(source))) == count


def engine_messages() -> Iterator[tuple[str, str]]:
    """Messages of error classes: English templates that makemessages must find, so they are marked."""
    for folder in (*APPS, "engine"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    for statement in node.body:
                        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "message":
                            yield f"{path.name} {node.name}", ast.unparse(statement.value)


def test_every_refusal_s_message_is_marked_for_translation() -> None:
    found = dict(engine_messages())
    assert len(found) > 20
    assert [name for name, value in found.items() if not value.startswith("marked(")] == []
