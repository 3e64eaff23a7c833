import time

import pytest

from config import cache as cache_module
from config.cache import OpenRedisCache
from config.ops.redis_server import RedisServer


@pytest.fixture
def cache(redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> OpenRedisCache:
    monkeypatch.setattr(cache_module, "REST_SECONDS", 0.2)
    return OpenRedisCache(redis_server.url, {"KEY_PREFIX": "test"})


def test_with_redis_it_is_a_cache(cache: OpenRedisCache) -> None:
    cache.set("gold", 50_000)
    cache.set_many({"a": 1, "b": 2})
    assert cache.get("gold") == 50_000
    assert cache.get_many(["a", "b"]) == {"a": 1, "b": 2}
    assert cache.add("gold", 1) is False
    assert cache.incr("a") == 2
    assert cache.has_key("b")


def test_without_redis_nothing_is_found_and_nothing_fails(cache: OpenRedisCache, redis_server: RedisServer) -> None:
    cache.set("gold", 50_000)
    redis_server.stop()
    assert cache.get("gold", "missing") == "missing"
    cache.set("gold", 1)
    cache.set_many({"a": 1})
    cache.delete_many(["a"])
    assert cache.get_many(["gold"]) == {}
    assert cache.has_key("gold") is False
    assert cache.touch("gold") is False
    assert cache.delete("gold") is False
    cache.clear()


def test_without_redis_a_limit_lets_people_through(cache: OpenRedisCache, redis_server: RedisServer) -> None:
    redis_server.stop()
    assert cache.add("attempts", 0) is True
    assert [cache.incr("attempts") for _ in range(20)] == [1] * 20


def test_many_look_ups_without_redis_take_no_time(cache: OpenRedisCache, redis_server: RedisServer) -> None:
    redis_server.stop()
    began = time.monotonic()
    for number in range(200):
        cache.get(f"key-{number}")
    assert time.monotonic() - began < 1


def test_it_caches_again_once_redis_is_back(cache: OpenRedisCache, redis_server: RedisServer) -> None:
    redis_server.stop()
    assert cache.get("gold") is None
    redis_server.start()
    time.sleep(0.3)
    cache.set("gold", 7)
    assert cache.get("gold") == 7
