"""What the page of a position that is played in by itself asks."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

# A turn takes a few actions at most, a gesture four presses, and no text of either is longer.
_MOST_ACTIONS, _MOST_PRESSES, _TEXT_LETTERS = 8, 8, 200

Text = Annotated[str, Field(max_length=_TEXT_LETTERS)]
Actions = Annotated[list[Text], Field(max_length=_MOST_ACTIONS)]


class Attempt(BaseModel):
    """The actions so far; with presses, a question about what is pressed after them.

    `solution` asks how to do it, where the page does not hold that already.
    """

    actions: Actions = []
    presses: Annotated[list[Text], Field(max_length=_MOST_PRESSES)] = []
    solution: bool = False
