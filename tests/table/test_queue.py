import threading
import time

import pytest

from table.problems import QueueFull
from table.queue import QueueTuning, ReadingQueue

QUICK = QueueTuning(word_every_s=0.02)


def test_never_more_than_the_slots_read_at_once_and_everybody_is_served():
    queue = ReadingQueue(2, QUICK)
    inside, most, served = [], [], []
    lock = threading.Lock()

    def visitor(number: int) -> None:
        with queue.slot():
            with lock:
                inside.append(number)
                most.append(len(inside))
            time.sleep(0.01)
            with lock:
                inside.remove(number)
                served.append(number)

    threads = [threading.Thread(target=visitor, args=(n,)) for n in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert sorted(served) == list(range(20))
    assert max(most) == 2


def test_the_line_moves_in_order_and_tells_the_place():
    queue = ReadingQueue(1, QUICK)
    places: dict[int, list[int]] = {n: [] for n in range(3)}
    order: list[int] = []

    def visitor(number: int) -> None:
        with queue.slot(on_place=places[number].append):
            order.append(number)

    with queue.slot():
        threads = []
        for number in range(3):
            threads.append(threading.Thread(target=visitor, args=(number,)))
            threads[-1].start()
            while queue.waiting <= number:
                time.sleep(0.001)
    for thread in threads:
        thread.join(10)
    assert order == [0, 1, 2]
    for number in range(3):
        assert places[number][0] == number + 1
        assert places[number][-1] == 0
        assert places[number] == sorted(places[number], reverse=True)


def test_a_visitor_who_leaves_frees_the_place_in_line():
    class Gone(Exception):
        pass

    def leave(place: int) -> None:
        raise Gone

    queue = ReadingQueue(1, QUICK)
    with queue.slot():
        with pytest.raises(Gone), queue.slot(on_place=leave):
            pass
        assert queue.waiting == 0
    with queue.slot():
        pass


def test_a_reading_that_fails_gives_its_slot_back():
    queue = ReadingQueue(1, QUICK)
    with pytest.raises(ZeroDivisionError), queue.slot():
        raise ZeroDivisionError
    with queue.slot():
        pass


def test_a_visitor_who_leaves_when_the_turn_comes_gives_the_slot_back():
    class Gone(Exception):
        pass

    def leave(place: int) -> None:
        raise Gone

    queue = ReadingQueue(1, QUICK)
    with pytest.raises(Gone), queue.slot(on_place=leave):
        pass
    with queue.slot():
        pass


def test_a_full_line_turns_visitors_away_in_words():
    queue = ReadingQueue(1, QueueTuning(most_waiting=0))
    with queue.slot(), pytest.raises(QueueFull, match="Wait a minute"), queue.slot():
        pass
    with queue.slot():
        pass
