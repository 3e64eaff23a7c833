"""Measure, print, and write docs/benchmarks.md. ``--no-start`` leaves out `make run`, which takes minutes."""

from __future__ import annotations

from argparse import ArgumentParser

from config.ops import benchmarks
from config.ops.testing import postgresql
from tests.bench import engine, start
from tests.bench.measuring import Figure, in_a_process

METHOD = (
    "Pages are asked for by Django's test client in one process, signed out, in the demo league; the time is the "
    "median of 40 requests. A post-match sequence is that of a whole match: both teams, every step, each step a "
    "transaction of its own in the database; of drawn matches, in leagues without a window, so that nobody has to "
    "choose. Through workers it is the time from the first message to the end of the last of 48 sequences, four at "
    "once in each of twelve leagues; a worker is one process. SQLite is a file with the settings of `make run`; a "
    "PostgreSQL that was started for this does not wait for its disk, one that `DATABASE_URL` names does what it is "
    "set to. The first PDF of a process reads fonts and style sheets; the median of the 15 after it is given as well."
)
LIVE_METHOD = (
    "The round trip of an event is what a phone waits for: it tells one, and reads how the match stands; asked by "
    "Django's test client in one process, the median of 40. Then 200 matches are played at once against the web server "
    "of `make run` with a Redis, all on this machine: eight phones at a time tell ten events of each match one by one, "
    "and after each a spectator asks twice whether the match has moved. It ends after two minutes at the latest."
)
WORKERS = (1, 4)
VERIFY_METHOD = (
    "Five leagues of eight teams and 200 matches each, decided by the engine, written in bulk; then every die of the "
    "server is thrown again from its seed and every cause decided again, a league at a time, as `manage.py "
    "verify_match --all` does it. Of one match alone, the last of a league of 200, the median of 10. Time of the clock "
    "and of the process: on a machine that does other things as well they differ."
)
CORRECTION_METHOD = (
    "A season of 20 teams and 19 rounds is played; then a touchdown that was forgotten is told in the first match of "
    "round 1. The preview reads the history, decides again what is reached, and puts together teams, players, causes "
    "and tables: the median of nine. What does not fit then is let stand. A confirmation looks again and writes."
)
START_METHOD = "A copy of the working tree in an empty directory, without a virtual environment or data."


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("--no-start", action="store_true", help="leave out `make run`, cold and warm")
    write("bench", "Speed", METHOD, speed())
    write("bench: live", "Live matches", LIVE_METHOD, live())
    write("bench: verify", "Verifying", VERIFY_METHOD, verifying())
    write("bench: corrections", "Corrections", CORRECTION_METHOD, corrections())
    if not parser.parse_args().no_start:
        write("bench: start", "Starting", START_METHOD, start.figures())


def speed() -> list[Figure]:
    alone = engine.sequences_per_second(matches=1000)
    read = in_a_process("tests.bench.engine")
    folded = engine.folding(effects=1000, times=40)
    figures = [
        Figure("post-match sequences per second, engine alone", f"{alone:,.0f}"),
        Figure("folding a team with 1,000 effects", f"{folded['folded']:.1f} ms"),
        Figure("reading its stored effects and folding them", f"{folded['read']:.1f} ms"),
        *(
            Figure(f"a draft check, slowest team list of {name}", f"{taken:.3f} ms")
            for name, taken in engine.drafting(times=40).items()
        ),
        Figure("validation of a 200-event report (engine)", f"{engine.validating(events=200, times=40):.1f} ms"),
        Figure("all four rulesets, cold (memory being traced)", f"{1000 * read['cold']:.0f} ms"),
        Figure("all four rulesets again", f"{1_000_000 * read['warm']:.0f} µs"),
        Figure("all four rulesets in memory", f"{read['bytes'] / 1_000_000:.1f} MB"),
    ]
    figures += on_database("SQLite", "")
    with postgresql() as (url, missing):
        figures += [Figure("PostgreSQL", f"not measured: {missing}")] if missing else on_database("PostgreSQL", url)
    return figures + on_paper()


def on_database(name: str, url: str) -> list[Figure]:
    env = {"DATABASE_URL": url} if url else {}
    measured = in_a_process("tests.bench.database", **env)
    counts = WORKERS if url else WORKERS[:1]  # SQLite has one writer
    rates = in_a_process("tests.bench.sequences", *map(str, counts), **env)
    figures = [Figure(f"post-match sequences per second, {name}, in one process", f"{rates['alone']:,.1f}")]
    for count in counts:
        through = "one worker" if count == 1 else f"{count} workers"
        figures.append(
            Figure(f"post-match sequences per second, {name}, through {through}", f"{rates[str(count)]:,.1f}")
        )
    for page, (queries, taken) in measured["pages"].items():
        figures.append(Figure(f"{page}, {name}", f"{queries} queries, {taken:.1f} ms"))
    return figures


def live() -> list[Figure]:
    figures = live_on("SQLite", "")
    with postgresql() as (url, missing):
        figures += [Figure("PostgreSQL", f"not measured: {missing}")] if missing else live_on("PostgreSQL", url)
    return figures


def verifying() -> list[Figure]:
    figures = verifying_on("SQLite", "")
    with postgresql() as (url, missing):
        figures += [Figure("PostgreSQL", f"not measured: {missing}")] if missing else verifying_on("PostgreSQL", url)
    return figures


def verifying_on(name: str, url: str) -> list[Figure]:
    measured = in_a_process("tests.bench.verifying", **({"DATABASE_URL": url} if url else {}))
    looked = f"{measured['causes']:,} causes, {measured['rolls']:,} rolls, differences {measured['differences']:,}"
    return [
        Figure(
            f"{measured['matches']:,} matches verified, {name}",
            f"{measured['seconds']:.1f} s ({measured['cpu']:.1f} s of the process): {looked}",
        ),
        Figure(f"one match alone, {name}", f"{measured['one']:.0f} ms ({measured['one_cpu']:.0f} ms of the process)"),
    ]


def live_on(name: str, url: str) -> list[Figure]:
    measured = in_a_process("tests.bench.live", **({"DATABASE_URL": url} if url else {}))
    one, many = measured["one"], measured["many"]
    steps = {"told": "an event is told", "seen": "how the match stands", "unchanged": "nothing has changed (304)"}
    return [
        *(Figure(f"{what}, {name}", f"{one[key][0]} queries, {one[key][1]:.1f} ms") for key, what in steps.items()),
        Figure(f"200 matches at once: events stored, {name}", f"{many['stored']:,}, errors {many['errors']:,}"),
        Figure(f"200 matches at once: events per second, {name}", f"{many['stored'] / many['seconds']:,.1f}"),
        Figure(f"telling one, {name}", f"median {many['told_median']:.0f} ms, 95% within {many['told_slow']:.0f} ms"),
        Figure(
            f"asking whether it moved, {name}",
            f"{many['asked']:,} times, median {many['asked_median']:.0f} ms, 95% within {many['asked_slow']:.0f} ms",
        ),
    ]


def corrections() -> list[Figure]:
    figures = corrections_on("SQLite", "")
    with postgresql() as (url, missing):
        figures += [Figure("PostgreSQL", f"not measured: {missing}")] if missing else corrections_on("PostgreSQL", url)
    return figures


def corrections_on(name: str, url: str) -> list[Figure]:
    measured = in_a_process("tests.bench.corrections", **({"DATABASE_URL": url} if url else {}))
    reached = f"{measured['reached']:,.0f} of {measured['causes']:,.0f} causes reached"
    return [
        Figure(f"preview, {name}", f"{measured['queries']:.0f} queries, {measured['preview']:.0f} ms; {reached}"),
        Figure(f"confirmation, {name}", f"{measured['confirm']:.0f} ms"),
    ]


def on_paper() -> list[Figure]:
    measured = in_a_process("tests.bench.paper")
    return [
        Figure("roster PDF, first of a process", f"{measured['cold']:.0f} ms"),
        Figure("roster PDF, after that", f"{measured['warm']:.0f} ms"),
        Figure("roster PDF, size", f"{measured['bytes'] / 1000:.0f} kB"),
    ]


def write(section: str, title: str, method: str, figures: list[Figure]) -> None:
    rows = "\n".join(f"| {each.what} | {each.figure} |" for each in figures)
    text = f"## {title}\n\n{method}\n\n{benchmarks.machine()}.\n\n| what | figure |\n|---|---|\n{rows}"
    print(text)
    benchmarks.write_section(section, text)


if __name__ == "__main__":
    main()
