import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from config.secret import secret_from


def test_the_secret_file_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    secret_from(tmp_path / "data" / "secret.key")
    assert stat.S_IMODE((tmp_path / "data" / "secret.key").stat().st_mode) == 0o600


def test_the_secret_is_long_and_stays_the_same(tmp_path: Path) -> None:
    first = secret_from(tmp_path / "secret.key")
    assert len(first) >= 50
    assert secret_from(tmp_path / "secret.key") == first


def test_processes_that_start_together_agree_on_one_secret(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        secrets = set(pool.map(lambda _: secret_from(tmp_path / "secret.key"), range(32)))
    assert len(secrets) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["secret.key"]


def test_an_empty_secret_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.key").write_text("\n")
    with pytest.raises(ValueError, match="is empty"):
        secret_from(tmp_path / "secret.key")
