// The form of a new game: as many seats as players, a name only where a person sits.
const form = document.querySelector("form.sheet");
const players = form.elements.players, least = Number(form.dataset.least);

function refresh() {
  const count = players ? Number(players.value) : least;
  for (const row of form.querySelectorAll(".seat")) {
    row.hidden = Number(row.dataset.seat) >= count;
    row.querySelector("input").hidden = !["me", "here"].includes(row.querySelector("select").value);
  }
}
form.addEventListener("change", refresh);
refresh();
