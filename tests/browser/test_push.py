"""Messages in the browser: the switches of the page "Profile", and the worker that shows them.

There is no push service here: the page is given a subscription of our own, and the browser's own
protocol delivers the message to the worker.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, CDPSession, Page, Worker, expect

from tests.browser.conftest import FLAGS, PATIENCE_MS, Opener
from tests.site.running import Running, until

WHOLE_CHROMIUM = "/usr/bin/chromium"
POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
# A browser that is asked for permission answers as the test says, and counts how often it was.
STUB = """
window.asked = 0;
let device = null;
const fresh = () => ({
  endpoint: "https://evil.example/ENDPOINT",
  toJSON() {
    return { endpoint: this.endpoint, keys: { p256dh: "POINT", auth: "BTBZMqHH6r4Tts7J_aSIgg" } };
  },
  async unsubscribe() { localStorage.removeItem("device"); device = null; },
});
if (localStorage.device) device = fresh();
Notification.requestPermission = async () => { window.asked++; return window.answer; };
PushManager.prototype.getSubscription = async () => device;
PushManager.prototype.subscribe = async ({ applicationServerKey: key }) => {
  localStorage.device = key;
  return (device = fresh());
};
""".replace("POINT", POINT)  # fmt: skip
# A click that a test makes is not trusted, so that it may not keep the worker awake by itself.
CLICK = """async action => {
  const [notification] = await registration.getNotifications();
  const event = new NotificationEvent("notificationclick", { notification, action });
  let done;
  event.waitUntil = promise => (done = promise);
  self.opened = [];
  clients.openWindow = async path => self.opened.push(path);
  WindowClient.prototype.focus = async function () { self.opened.push(`focus ${this.url}`) };
  self.dispatchEvent(event);
  await done;
  return self.opened;
}"""

REPLACED = """async () => {
  const event = new ExtendableEvent("pushsubscriptionchange");
  event.oldSubscription = { endpoint: "the old one" };
  event.newSubscription = { toJSON: () => ({ endpoint: "the new one" }) };
  let done;
  event.waitUntil = promise => (done = promise);
  self.dispatchEvent(event);
  await done;
}"""


def guest(person: Opener, site: Running, name: str = "Ana") -> Page:
    """The page of a guest who has sat down once."""
    page = person()
    page.add_init_script(STUB.replace("ENDPOINT", name))
    page.request.post("/new/plus4", form={"seat0": "me", "name0": name, "seat1": "here"})
    page.goto("/me")
    return page


def test_each_kind_is_asked_for_by_a_switch_of_its_own(person: Opener, site: Running) -> None:
    page = guest(person, site)
    turn, joined = page.get_by_label("It is my turn"), page.get_by_label("Somebody sits down")
    expect(turn).not_to_be_checked()
    assert page.evaluate("window.asked") == 0, "no permission is asked for before a press"
    page.evaluate("window.answer = 'denied'")
    turn.click()
    expect(page.get_by_role("status")).to_have_text(
        "The browser is blocking notifications from this site. "
        "Allow them in its settings, then try again."
    )
    expect(turn).not_to_be_checked()
    page.evaluate("window.answer = 'granted'")
    turn.click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    page.reload()
    expect(turn).to_be_checked()
    expect(joined).not_to_be_checked()
    turn.click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    assert page.evaluate("localStorage.device") is None, "nothing is left of the subscription"


def test_the_last_switch_is_off_even_if_the_site_is_away(person: Opener, site: Running) -> None:
    page = guest(person, site, "Clara")
    page.evaluate("window.answer = 'granted'")
    turn = page.get_by_label("It is my turn")
    turn.click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    page.reload()
    expect(turn).to_be_checked()
    page.context.set_offline(True)
    turn.click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    expect(turn).not_to_be_checked()
    assert page.evaluate("localStorage.device") is None


def test_signing_out_ends_the_messages_of_this_device(person: Opener, site: Running) -> None:
    page = guest(person, site, "Bruno")
    page.evaluate("window.answer = 'granted'")
    page.get_by_label("It is my turn").click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    page.get_by_text("Sign out on this device").click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("/")
    assert page.evaluate("localStorage.device") is None


def delivered(page: Page, told: dict[str, str]) -> Worker:
    """Registers the worker and has the browser deliver a message to it, as a push service does."""
    line: CDPSession = page.context.new_cdp_session(page)
    found: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(each["registrationId"] for each in event["registrations"]),
    )
    line.send("ServiceWorker.enable")
    with page.context.expect_event("serviceworker") as worker:
        page.evaluate("navigator.serviceWorker.register('/worker.js')")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    origin = page.evaluate("location.origin")
    message = {"origin": origin, "registrationId": found[0], "data": json.dumps(told)}
    line.send("ServiceWorker.deliverPushMessage", message)
    return worker.value


@pytest.fixture
def whole(chromium: Browser, site: Running) -> Iterator[Page]:
    """A page of Chromium with all its parts: the one without a window shows no notifications."""
    browser = chromium.browser_type.launch(executable_path=WHOLE_CHROMIUM, args=FLAGS)
    context = browser.new_context(base_url=site.url, permissions=["notifications"])
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto("/me")
    yield page
    browser.close()


def test_the_worker_shows_a_message_opens_its_table_and_stops_its_kind(whole: Page) -> None:
    told = {"kind": "turn", "title": "Your turn", "body": "Plus 4, with Bruno.", "path": "/t/x"}
    told |= {"lang": "en", "stop": "Stop these", "device": "of-this-browser"}
    worker = delivered(whole, told)
    shown = "registration.getNotifications().then(all => all.map(n => [n.title, n.body, n.tag]))"
    until(lambda: worker.evaluate(shown))
    assert worker.evaluate(shown) == [["Your turn", "Plus 4, with Bruno.", "/t/x"]]
    assert worker.evaluate(CLICK, "") == ["/t/x"]
    worker.evaluate("told => show(told)", {**told, "path": "/me"})
    assert worker.evaluate(CLICK, "") == [f"focus {whole.url}"], "what is open is not opened again"
    worker.evaluate("told => show(told)", told)
    with whole.context.expect_event("request", lambda r: r.url.endswith("/push/stop")) as stop:
        assert worker.evaluate(CLICK, "stop") == []
    assert stop.value.post_data_json == {"device": "of-this-browser", "kind": "turn"}
    assert worker.evaluate(shown) == []
    with whole.context.expect_event("request", lambda r: r.url.endswith("/push")) as renewed:
        worker.evaluate(REPLACED)
    assert renewed.value.post_data_json == {"endpoint": "the new one", "was": "the old one"}
    whole.context.set_offline(True)
    worker.evaluate("told => show(told)", told)
    worker.evaluate(CLICK, "stop")
    assert len(worker.evaluate(shown)) == 1, "a message that could not be stopped comes back"
