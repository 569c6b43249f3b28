// The form of a new game: as many seats as players, each shows who sits there, a person has a name.
const form = document.querySelector("form.sheet");
const players = form.elements.players, least = Number(form.dataset.least);

function refresh() {
  const count = players ? Number(players.value) : least;
  for (const seat of form.querySelectorAll(".seat")) {
    const chosen = offer(seat, count);
    seat.hidden = Number(seat.dataset.seat) >= count;
    seat.querySelector("input:not([type=radio])").hidden = !["me", "here"].includes(chosen.value);
    seat.querySelector("summary .who").innerHTML = chosen.nextElementSibling.innerHTML;
  }
}
// Some levels are not offered to so many players: the next lower one takes the seat.
function offer(seat, count) {
  const all = [...seat.querySelectorAll("[type=radio]")], apt = r => !r.dataset.players || r.dataset.players.split(" ").includes(String(count));
  for (const radio of all) radio.closest("label").hidden = radio.disabled = !apt(radio);
  const chosen = all.findIndex(radio => radio.checked), lower = all.slice(0, chosen + 1).findLast(apt);
  lower.checked = true;
  return lower;
}
function close(chair) {
  if (!chair) return;
  chair.open = false;
  chair.querySelector("summary").focus();
}
form.addEventListener("change", refresh);
// A press chooses and closes; the arrow keys walk along the bench, Enter or Escape gets up from it.
form.addEventListener("click", event => {
  const bench = event.target.closest(".bench");
  if (bench && event.detail) requestAnimationFrame(() => close(bench.closest(".chair")));
});
form.addEventListener("keydown", event => {
  const bench = event.target.closest(".bench");
  if (!bench || !["Enter", "Escape"].includes(event.key)) return;
  event.preventDefault();
  close(bench.closest(".chair"));
});
refresh();
