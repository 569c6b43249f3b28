"""Nothing is implemented twice: the pocket and the site answer with the same functions."""

from __future__ import annotations

from types import FunctionType
from typing import Any, cast

import pytest
from starlette.routing import Match, Route

from ludotheque.house.pages.review import decisions_reviewed
from ludotheque.pocket import door
from ludotheque.site.http.app import create_app
from ludotheque.site.http.routes import api

APP = create_app()
ROUTES = [cast(Route, route) for route in door.ROUTER.routes if route not in door.DEVICE_ROUTES]
PAGES = [route for route in ROUTES if not route.path.startswith("/api/")]
BELOW_THE_API = {"/api/tables/{table_id}/review": decisions_reviewed}


def answering(path: str, method: str) -> Any:
    """The function of the site for a path and a method; None where there is none."""
    scope = {"type": "http", "path": path, "method": method, "root_path": "", "headers": []}
    for route in [*APP.routes, *api.router.routes]:
        match, found = route.matches(scope)
        if match is Match.FULL and "endpoint" in found:
            return found["endpoint"]
    return None


def functions_of(function: FunctionType) -> list[Any]:
    """The names of its module that a function calls."""
    return [function.__globals__.get(name) for name in function.__code__.co_names]


@pytest.mark.parametrize("route", PAGES, ids=lambda route: f"{min(route.methods)} {route.path}")
def test_a_page_of_the_pocket_is_one_of_the_site(route: Route) -> None:
    assert route.methods
    assert route.path in {getattr(other, "path", "") for other in APP.routes}
    path = route.path.replace("{", "").replace("}", "")  # any names will do
    for method in route.methods:
        assert answering(path, method) is route.endpoint, method


def test_below_the_api_both_call_the_same_function() -> None:
    of_the_pocket = {route.path: route for route in ROUTES if route not in PAGES}
    assert of_the_pocket.keys() == BELOW_THE_API.keys()
    for path, function in BELOW_THE_API.items():
        (of_the_site,) = (
            route for route in api.router.routes if isinstance(route, Route) and route.path == path
        )
        for route in (of_the_site, of_the_pocket[path]):
            assert function in functions_of(cast(FunctionType, route.endpoint)), route
            assert "GET" in (route.methods or ())
