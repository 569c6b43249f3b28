"""A program at a table of a running site: it plays any game against a bot of the site.

Run it with `python examples/http_bot.py http://127.0.0.1:8000 redline`; it needs urllib3, which
waits as long as `Retry-After` says when the program is too fast.
"""

import random
import sys
import uuid
from typing import Any

import urllib3

import ludotheque

site, game = sys.argv[1:]
patient = urllib3.Retry(99, status_forcelist=[429], allowed_methods=None)
http = urllib3.PoolManager(retries=patient)


def ask(path: str, body: Any = None, token: str = "") -> Any:
    """What the site answers, as JSON."""
    verb, headers = "POST" if body else "GET", {"Authorization": f"Bearer {token}"}
    return http.request(verb, site + path, json=body, headers=headers).json()


made, kit = ask("/api/tables", {"spec": game}), ludotheque.load(game)
table, token = f"/api/tables/{made['table']}", made["seats"][0]["token"]
play, bot, now = kit.game, kit.bots["random"], ask(table, token=token)
while not now["over"]:
    if now["can"]["act"]:
        action = bot.choose(play, play.notation.read_state(now["state"]), random.Random())
        wish = {"type": "act", "action": play.notation.write_action(action)}
        wish |= {"id": uuid.uuid4().hex, "expected": now["seq"]}
        now = ask(f"{table}/commands", wish, token)["position"]
    else:
        now = ask(f"{table}?since={now['seq']}&wait=8", token=token)
print(now["over"]["text"], now["result"]["returns"])
