"""A Redis cache that fails open: without Redis every look-up misses, every count starts again, and the site goes on."""

import time
from collections.abc import Callable
from typing import Any, TypeVar

import structlog
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

log = structlog.get_logger(__name__)

Answer = TypeVar("Answer")

# After a failure Redis is left alone this long, so that a page with ten look-ups pays for one time-out, not for ten.
REST_SECONDS = 1.0

# Connections that give up soon: a page must not wait for its cache.
IMPATIENT: dict[str, Any] = {
    "socket_connect_timeout": 0.25,
    "socket_timeout": 0.5,
    "retry": Retry(NoBackoff(), 0),
}


class OpenRedisCacheClient(RedisCacheClient):
    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **{**IMPATIENT, **options})
        self._away_until = 0.0

    def _or(self, otherwise: Answer, ask: Callable[[], Answer]) -> Answer:
        if time.monotonic() < self._away_until:
            return otherwise
        try:
            return ask()
        except (RedisError, OSError) as error:
            self._away_until = time.monotonic() + REST_SECONDS
            log.warning("cache_away", error=str(error))
            return otherwise

    def add(self, key: Any, value: Any, timeout: Any) -> bool:
        return self._or(True, lambda: super(OpenRedisCacheClient, self).add(key, value, timeout))

    def get(self, key: Any, default: Any) -> Any:
        return self._or(default, lambda: super(OpenRedisCacheClient, self).get(key, default))

    def set(self, key: Any, value: Any, timeout: Any) -> None:
        self._or(None, lambda: super(OpenRedisCacheClient, self).set(key, value, timeout))

    def touch(self, key: Any, timeout: Any) -> bool:
        return self._or(False, lambda: super(OpenRedisCacheClient, self).touch(key, timeout))

    def delete(self, key: Any) -> bool:
        return self._or(False, lambda: super(OpenRedisCacheClient, self).delete(key))

    def get_many(self, keys: Any) -> dict[Any, Any]:
        return self._or({}, lambda: super(OpenRedisCacheClient, self).get_many(keys))

    def has_key(self, key: Any) -> bool:
        return self._or(False, lambda: super(OpenRedisCacheClient, self).has_key(key))

    def incr(self, key: Any, delta: int) -> int:
        return self._or(delta, lambda: super(OpenRedisCacheClient, self).incr(key, delta))

    def set_many(self, data: Any, timeout: Any) -> None:
        self._or(None, lambda: super(OpenRedisCacheClient, self).set_many(data, timeout))

    def delete_many(self, keys: Any) -> None:
        self._or(None, lambda: super(OpenRedisCacheClient, self).delete_many(keys))

    def clear(self) -> bool:
        return self._or(False, lambda: super(OpenRedisCacheClient, self).clear())


class OpenRedisCache(RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = OpenRedisCacheClient
