from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def nobody_has_tried_anything() -> Iterator[None]:
    """Limits are counted in the cache of the process, which outlives a test."""
    cache.clear()
    yield
    cache.clear()
