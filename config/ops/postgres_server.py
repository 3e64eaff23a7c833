"""Finds PostgreSQL's programs, and runs a throw-away server for tests."""

import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from config import net
from config.ops import processes
from config.ops.errors import GiveUp

NOT_FOUND = "No PostgreSQL was found: set DATABASE_URL, or install postgresql, or `pip install pgserver`."

# Nothing here must survive a power cut, so nothing waits for a disk.
FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "wal_level": "minimal"}


def find_programs() -> Path | None:
    """The directory that holds postgres, initdb, pg_dump and pg_restore."""
    for directory in (*_on_the_path(), *_from_debian(), *_inside_the_wheel()):
        if (directory / "initdb").exists() and (directory / "postgres").exists():
            return directory
    return None


def find_program(name: str) -> str:
    """One program of PostgreSQL's, wherever it lies."""
    found = shutil.which(name)
    if found:
        return found
    for directory in (*_from_debian(), *_inside_the_wheel()):
        if (directory / name).exists():
            return str(directory / name)
    raise GiveUp(f"PostgreSQL's {name} was not found: `sudo apt-get install -y postgresql-client` installs it.")


def _on_the_path() -> list[Path]:
    found = shutil.which("postgres")
    return [Path(found).resolve().parent] if found else []


def _from_debian() -> list[Path]:
    versions = Path("/usr/lib/postgresql").glob("*/bin")
    return sorted(versions, key=lambda found: float(found.parent.name), reverse=True)


def _inside_the_wheel() -> list[Path]:
    spec = importlib.util.find_spec("pgserver")
    if spec is None or spec.origin is None:
        return []
    return [Path(spec.origin).parent / "pginstall" / "bin"]


def _other_user() -> pwd.struct_passwd | None:
    """PostgreSQL refuses to run as root; then somebody else runs it."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise GiveUp("PostgreSQL does not run as root, and neither `postgres` nor `nobody` exists to run it.")


class PostgresServer:
    """A cluster in a temporary directory, on the loopback interface, behind a password; gone when stopped."""

    def __init__(self, *, programs: Path | None = None) -> None:
        found = programs or find_programs()
        if found is None:
            raise GiveUp(NOT_FOUND)
        self.programs = found
        self.port = net.free_port()
        self.password = secrets.token_urlsafe(24)
        self.process: subprocess.Popen[bytes] | None = None
        self._user = _other_user()
        self._directory: Path | None = None

    @property
    def url(self) -> str:
        return f"postgres://scrimmage:{self.password}@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        directory = self._directory = Path(tempfile.mkdtemp(prefix="scrimmage-postgres-"))
        try:
            self._start_in(directory)
        except BaseException:
            self.stop()
            raise

    def _start_in(self, directory: Path) -> None:
        password_file = directory / "password"
        password_file.write_text(self.password)
        if self._user is not None:
            for path in (directory, password_file):
                os.chown(path, self._user.pw_uid, self._user.pw_gid)
            self._make_programs_reachable(directory)
        cluster = directory / "cluster"
        made = self._run(
            "initdb", f"--pgdata={cluster}", "--username=scrimmage", "--auth=scram-sha-256",
            f"--pwfile={password_file}", "--encoding=UTF8", "--no-locale", "--no-sync",
        )  # fmt: skip
        if made.returncode:
            raise GiveUp(f"PostgreSQL's initdb failed: {made.stderr.decode(errors='replace').strip()}")
        self._serve(cluster, directory / "postgres.log")

    def _serve(self, cluster: Path, log_file: Path) -> None:
        options = {
            **FAST,
            "max_wal_senders": "0",
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            "max_connections": "60",
        }
        switches = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        user, group = self._identity()
        with log_file.open("wb") as log:
            process = self.process = processes.start(
                [str(self.programs / "postgres"), "-D", str(cluster), *switches],
                stdout=log, stderr=log, cwd=cluster.parent, user=user,
                group=group,
            )  # fmt: skip
        if (
            not processes.wait_until(lambda: process.poll() is not None or self.answers(), seconds=30)
            or not self.answers()
        ):
            raise GiveUp(f"PostgreSQL did not start: {log_file.read_text(errors='replace')[-500:]}")

    def restart(self, *, crash: bool = False) -> None:
        """Down and up again with what it holds. ``crash``: without asking anybody, as if its machine had failed."""
        if self.process is None or self._directory is None:
            raise GiveUp("PostgreSQL is not running.")
        processes.stop(self.process, how=signal.SIGQUIT if crash else signal.SIGINT)
        self._serve(self._directory / "cluster", self._directory / "postgres.log")

    def answers(self) -> bool:
        ready = [str(self.programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(ready, check=False).returncode == 0

    def stop(self) -> None:
        if self.process is not None:
            # SIGINT is PostgreSQL's "fast shutdown": connections are closed, not waited for.
            processes.stop(self.process, how=signal.SIGINT)
            self.process = None
        if self._directory is not None:
            shutil.rmtree(self._directory, ignore_errors=True)
            self._directory = None

    def _make_programs_reachable(self, directory: Path) -> None:
        """A wheel below a private home cannot be entered by the other user: then a copy of it can."""
        if self._run("postgres", "--version").returncode == 0:
            return
        wheel = self.programs.parent.parent
        copy = directory / "programs"
        shutil.copytree(wheel.parent / "pgserver.libs", copy / "pgserver.libs")
        shutil.copytree(self.programs.parent, copy / wheel.name / self.programs.parent.name)
        self.programs = copy / wheel.name / self.programs.parent.name / "bin"

    def _run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        command = [str(self.programs / program), *arguments]
        user, group = self._identity()
        groups: list[int] | None = None if user is None else []
        try:
            return subprocess.run(
                command, capture_output=True, cwd="/", check=False, user=user, group=group, extra_groups=groups
            )
        except PermissionError as error:
            return subprocess.CompletedProcess(command, 126, b"", str(error).encode())

    def _identity(self) -> tuple[int | None, int | None]:
        return (None, None) if self._user is None else (self._user.pw_uid, self._user.pw_gid)
