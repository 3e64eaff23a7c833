"""What a connection of Celery to Redis does when Redis is silent. Settings read it, so it imports nothing."""

from typing import Any

# A connection that nobody has closed (a Redis that froze, a route that was lost) looks like one on which there is
# nothing to do. It is dropped when an answer is overdue: by default after 51 seconds, here after one (the server's time
# for an empty queue) and twice this interval. Whatever waits for Redis itself gives up after its own timeouts.
# Tasks that a killed worker held come back after `visibility_timeout`: an hour, so that no long task is given to a
# second worker while the first one is at it. Steps after a match need not wait for that: the sweep finds them.
TRANSPORT: dict[str, Any] = {
    "health_check_interval": 3,
    "socket_connect_timeout": 2,
    "socket_timeout": 5,
    "socket_keepalive": True,
    "visibility_timeout": 3600,
}
