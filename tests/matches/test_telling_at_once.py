"""Both coaches tell at the same instant: each entry arrives, with a number of its own. Real threads and database."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from matches.models import DiceRoll, LiveEvent
from matches.selectors.live import live_match
from tests import cast
from tests.matches.playing import Phone, kicked_off, phone, phones

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite_file]
BATCHES, EACH = 4, 3


def send_at_once(*queues: list[Phone]) -> None:
    together = Barrier(len(queues))

    def send(queue: list[Phone]) -> None:
        together.wait(10)
        try:
            for phone in queue:
                phone.match = cast.reread(phone.match)
                phone.send()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(queues)) as pool:
        for done in [pool.submit(send, queue) for queue in queues]:
            done.result()


def test_nothing_is_lost_and_each_entry_has_its_place_in_the_order_of_arrival() -> None:
    match = kicked_off()
    queues = []
    for side, player, one in zip(("home", "away"), ("p10", "p11"), phones(match), strict=True):
        batches = []
        for nth in range(BATCHES):
            phone = Phone(match, one.coach, one.device, sequence=nth * EACH)
            for turn in range(EACH):
                phone.tap("touchdown", side=side, player=player, turn=nth * EACH + turn + 1)
            batches.append(phone)
        queues.append(batches)
    send_at_once(*queues)
    numbers = list(LiveEvent.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, 2 * BATCHES * EACH + 1))
    sums = live_match(match).sums
    assert (sums.home.score, sums.away.score) == (BATCHES * EACH, BATCHES * EACH)


def test_the_same_queue_sent_from_two_tabs_at_once_arrives_once() -> None:
    match = kicked_off()
    tabs = [phone(match, match.home.coach, "anns") for _ in range(2)]
    for tab in tabs:
        tab.tap("casualty", side="away", player="p5", other="p10", cause="block", throw="first")
    send_at_once([tabs[0]], [tabs[1]])
    assert LiveEvent.objects.count() == 1
    assert DiceRoll.objects.filter(key=f"casualty/{match.away.key}/p5").count() == 1
