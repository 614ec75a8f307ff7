"""Which seat somebody gets."""

from table.plan import same_name
from table.problems import NameTaken, SeatTaken, TableFull
from table.state import Seat, TableState


def place_for(state: TableState, name: str, wanted: int | None) -> int:
    """The wanted seat, else the one kept for this name, else the first open one."""
    seat = _wanted(state, wanted) if wanted is not None else _found(state, name)
    if any(same_name(other.name, name) for other in state.seats if other is not seat):
        raise NameTaken(name=name)
    return seat.number


def _wanted(state: TableState, number: int) -> Seat:
    if not 1 <= number <= len(state.seats) or state.seat(number).taken:
        raise SeatTaken()
    return state.seat(number)


def _found(state: TableState, name: str) -> Seat:
    free = [seat for seat in state.seats if not seat.taken]
    kept = next((seat for seat in free if same_name(seat.name, name)), None)
    found = kept or next((seat for seat in free if not seat.name), None)
    if found is None:
        if any(same_name(seat.name, name) for seat in state.seats):
            raise NameTaken(name=name)
        raise TableFull()
    return found
