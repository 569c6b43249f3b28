"""The form of a new game: every option in plain words, and the choices for each seat."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ludotheque.core.kit import Box
from ludotheque.core.reason import Refusal, SpecError
from ludotheque.core.spec import BAD_VALUE, IDLE, Domain, read_options, write_setting
from ludotheque.core.texts import Texts, texts
from ludotheque.games import AnyKit, load, open_box
from ludotheque.house import PACKAGE
from ludotheque.house.lids import places_of
from ludotheque.house.reader import Reader
from ludotheque.play.clock import Pace, read_pace
from ludotheque.play.levels import middling_bot
from ludotheque.table import seats
from ludotheque.table.names import clean_name
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Meeting, Table

FilledForm = Mapping[str, Any]
"""The fields of a form as they were filled in."""

PEOPLE = ME, SAME_SCREEN, OPEN = "me", "here", "open"
CLOCK, PUBLIC, LEVEL = "clock", "public", "level"
"""The fields of the form for the pace, whether anyone can join, and the creator's own level."""
# Common time limits, from quick to slow games at one sitting, then days for each move.
_PACES = "3+2", "5+3", "10+5", "15+10", "30+20", "1d", "3d", "7d"
_FIELD_LETTERS = 60  # the most that is shown again of a field
_LEVEL_LETTERS = 30  # the most that is quoted of a level that does not exist


def fields_of(
    box: Box,
    who: Reader,
    given: FilledForm | None = None,
    variant: str = "",
    kinds: Sequence[str] = PEOPLE,
) -> dict[str, Any]:
    """The values for the form: as filled in before, else those of a variant, or the defaults.

    `kinds` are the kinds of people who can sit down in this house.
    """
    people = [*_people(who.lang, kinds), *_levels(box, who.lang)]
    known = [sitter["value"] for sitter in people]
    places = []
    for n in range(box.players[1]):
        usual = middling_bot(load(box.name)) if n else ME
        wanted = _given(given, f"seat{n}", usual)
        name = _given(given, f"name{n}", "" if n else who.name)
        places.append((wanted if wanted in known else usual, name))
    options = _options(box, who.lang, given, settings_of(box, who.lang, variant))
    return {
        "fields": options,
        "sitters": people,
        "seats": places,
        "places": places_of(box.name, who.lang),
        "least": box.players[0],
        "clock": {"value": _given(given, CLOCK, ""), "choices": _paces(who.lang)},
        "public": given is not None and PUBLIC in given,
        "level": {"value": _given(given, LEVEL, ""), "choices": _scale(box, who.lang)},
    }


def settings_of(box: Box, lang: str, variant: str = "") -> dict[str, str]:
    """The initial values of all options as texts, for a variant and a language."""
    chosen = box.variants.get(variant, box.options())
    special = {name: write_setting(value) for name, value, usual in chosen.settings() if not usual}
    defaults = {name: write_setting(value) for name, value, _ in box.options().settings()}
    return defaults | box.options.spoken_in(lang) | special


def variants_of(box: Box, lang: str) -> list[tuple[str, str, str]]:
    """The variants with their titles and aims; an aim is empty if it is the usual one.

    Variants whose settings are the default in that language are left out.
    """
    words, usual, aim = box.texts(lang), settings_of(box, lang), box.aim(lang)
    others = [name for name in box.variants if settings_of(box, lang, name) != usual]
    aims = [open_box(box, box.variants[name]).aim(lang) for name in others]
    return [
        (name, words(f"variant.{name}"), own if own != aim else "")
        for name, own in zip(others, aims, strict=True)
    ]


def options_in_words(kit: AnyKit, lang: str) -> list[str]:
    """The settings that are not the default, in words: the name of a variant, or each option."""
    words, say = kit.box.texts(lang), texts(PACKAGE, lang)
    for name, variant in kit.box.variants.items():
        if variant == kit.options:
            return [words(f"variant.{name}")]
    return [
        _setting_words(say, words(f"option.{name}"), _choice_words(words, value))
        for name, value, usual in kit.options.settings()
        if not usual
    ]


def _setting_words(say: Texts, label: str, value: str) -> str:
    """An option with its value, or a question with its answer."""
    answered = label.endswith("?")
    return say("site.option_answer" if answered else "site.option_is", label=label, value=value)


def terms_of(table: Table, lang: str) -> list[str]:
    """What is not the default at a table, in words: the options, and the pace."""
    say, clock = texts(PACKAGE, lang), table.clock
    return [*options_in_words(table.kit, lang), *([say.say(clock.pace.words)] if clock else [])]


def wanted_of(box: Box, form: FilledForm, lang: str) -> tuple[AnyKit, Pace | None] | str:
    """The game that the form asks for and its pace, or a text that says what is wrong with it."""
    try:
        kit, pace = _chosen_kit(box, form, lang), read_pace(str(form.get(CLOCK, "")))
    except SpecError as refusal:
        return _option_problem(box, refusal, lang)
    except Refusal as refusal:  # of the clock
        return texts(PACKAGE, lang).say(refusal.reason)
    return _objection(form, kit, lang) or (kit, pace)


def _chosen_kit(box: Box, form: FilledForm, lang: str) -> AnyKit:
    """The kit with the options of the form; raises `SpecError` if they are invalid."""
    given = {option: str(form[option]) for option in box.options.domains() if option in form}
    return open_box(box, read_options(box.options, box.options.spoken_in(lang) | given))


def _objection(form: FilledForm, kit: AnyKit, lang: str) -> str | None:
    """What is wrong with the seats, as a text; None if nothing is."""
    say = texts(PACKAGE, lang)
    wanted = [_wanted(form, seat, kit) for seat in range(kit.game.seats)]
    for level in wanted:
        if level not in {*PEOPLE, *kit.bots}:
            return say("site.no_level", level=kit.level(level[:_LEVEL_LETTERS], lang).name)
    if PUBLIC in form and OPEN not in wanted:
        return texts("ludotheque.table", lang)("table.needs_open_seat")
    if OPEN in wanted and not {ME, SAME_SCREEN} & {*wanted}:
        return say("site.nobody")
    return None


def _option_problem(box: Box, refusal: SpecError, lang: str) -> str:
    """Why an option is refused, in the words of the form."""
    words, values = box.texts(lang), dict(refusal.reason.values)
    if refusal.reason.key not in (BAD_VALUE, IDLE):
        return words.say(refusal.reason)
    name = str(values["name"])
    domain, label = box.options.domains()[name], words(f"option.{name}")
    if refusal.reason.key == IDLE:
        other = str(values["other"])
        found = box.options.domains()[other].read(str(values["value"]))
        shown = {"other": words(f"option.{other}"), "value": _choice_words(words, found)}
        return texts(PACKAGE, lang)("site.idle_option", label=label, **shown)
    key = "bad_numbers" if domain.several[1] else "bad_option"
    if domain.choices:
        key = "bad_choice"
    return texts(PACKAGE, lang)(f"site.{key}", label=label, **_bounds(domain))


def _bounds(domain: Domain) -> dict[str, int]:
    """The bounds of each number, and of how many there can be."""
    least, most = domain.several
    return {"low": domain.low, "high": domain.high, "least": least, "most": most}


def meeting_of(form: FilledForm, kit: AnyKit) -> Meeting | None:
    """The `Meeting` of a table that anyone can join, with its level; None for any other table."""
    level = str(form.get(LEVEL, ""))
    return Meeting(level if level in kit.bots else "") if PUBLIC in form else None


def own_name(form: FilledForm, kit: AnyKit) -> str:
    """The name typed at the visitor's first seat; empty if the visitor takes none."""
    places = range(kit.game.seats)
    mine = next((seat for seat in places if _wanted(form, seat, kit) == ME), None)
    return "" if mine is None else str(form.get(f"name{mine}", ""))


def sitters_of(form: FilledForm, kit: AnyKit, who: Reader) -> list[Sitter]:
    """Who sits on each seat: by default the visitor on the first, bots on the others."""
    return [_sitter(form, seat, who, kit) for seat in range(kit.game.seats)]


def _options(
    box: Box, lang: str, given: FilledForm | None, usual: Mapping[str, str]
) -> list[dict[str, Any]]:
    words, fields = box.texts(lang), []
    for option, domain in box.options.domains().items():
        choices: list[Any] = list(domain.choices)
        if not choices and not domain.several[1]:
            choices = list(range(domain.low, domain.high + 1))
        field = {
            "name": option,
            "value": _given(given, option, usual[option]),
            "choices": [(write_setting(c), _choice_words(words, c)) for c in choices],
            "text": words(f"option.{option}"),
            "hint": _hint(domain, lang),
            "usual": write_setting(box.options.defaults()[option]),
            "needs": {other: [*map(write_setting, values)] for other, values in domain.needs},
        }
        fields.append(field)
    return fields


def _scale(box: Box, lang: str) -> list[tuple[str, str]]:
    """The levels that players can say they have: any, or those of the bots except the lowest.

    The lowest bot plays at random, as no person does.
    """
    kit = load(box.name)
    named = [(bot, kit.level(bot, lang).name) for bot in [*kit.bots][1:]]
    return [("", texts(PACKAGE, lang)("site.any_level")), *named]


def _paces(lang: str) -> list[tuple[str, str]]:
    """The paces on offer, each as the form sends it and in words."""
    say = texts(PACKAGE, lang)
    paces = filter(None, map(read_pace, _PACES))
    return [("", say("clock.none")), *((str(pace), say.say(pace.words)) for pace in paces)]


def _hint(domain: Domain, lang: str) -> str:
    """How to fill in a field that takes several numbers; empty for other fields."""
    return texts(PACKAGE, lang)("site.numbers", **_bounds(domain)) if domain.several[1] else ""


def _choice_words(words: Texts, choice: Any) -> str:
    if isinstance(choice, bool):
        return words("yes" if choice else "no")
    return words(f"choice.{choice}") if f"choice.{choice}" in words else write_setting(choice)


def _people(lang: str, kinds: Sequence[str]) -> list[dict[str, Any]]:
    say = texts(PACKAGE, lang)
    shown: dict[str, Any] = {"feels": "", "pegs": [], "players": ""}
    return [{"value": kind, "name": say(f"site.seat_{kind}"), **shown} for kind in kinds]


def _levels(box: Box, lang: str) -> list[dict[str, Any]]:
    """Every bot of the box and its variants, with its description and its rank as pegs."""
    say = texts(PACKAGE, lang)
    presets = [box.options(), *box.variants.values()]
    kits = {bot: kit for kit in (open_box(box, p) for p in presets) for bot in kit.bots}
    most, offered = range(1, len(kits)), _offered(box)
    shown = []
    for rank, (bot, kit) in enumerate(kits.items()):
        name, feels = kit.level(bot, lang)
        called, pegs = say("site.seat_bot", what=name), [peg <= rank for peg in most]
        players = " ".join(str(n) for n, bots in offered.items() if bot in bots)
        shown.append(
            {"value": bot, "name": called, "feels": feels, "pegs": pegs, "players": players}
        )
    return shown


def _offered(box: Box) -> dict[int, Collection[str]]:
    """The bots for each number of players; empty if the game allows only one number."""
    least, most = box.players
    counts = range(least, most + 1) if least < most else ()
    return {n: open_box(box, read_options(box.options, {"players": str(n)})).bots for n in counts}


def _given(form: FilledForm | None, name: str, default: str) -> str:
    return default if form is None else str(form.get(name, default))[:_FIELD_LETTERS]


def _sitter(form: FilledForm, seat: int, who: Reader, kit: AnyKit) -> Sitter:
    wanted = _wanted(form, seat, kit)
    if wanted in kit.bots:
        return Sitter(seats.BOT, bot=wanted)
    if wanted == OPEN:
        return Sitter(seats.OPEN)
    own = clean_name(str(form.get(f"name{seat}", "")))
    return Sitter(seats.PERSON, who.guest, own or (who.name if wanted == ME else ""))


def _wanted(form: FilledForm, seat: int, kit: AnyKit) -> str:
    return str(form.get(f"seat{seat}", ME if seat == 0 else middling_bot(kit)))
