// Fetches the suggestions of a search's field "Dónde". /static-page.js loads it when the field is entered.

const WAIT_MS = 150;

async function suggest(field) {
  const { list, value } = field;
  if (!list || value.trim().length < 2) return;
  await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  const isCurrent = () => field.value === value;
  if (!isCurrent()) return;
  const answer = await fetch("/api/places/search", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ search: value }),
  }).catch(() => undefined);
  if (!answer?.ok) return;
  const { items } = await answer.json();
  if (isCurrent()) list.replaceChildren(...items.map(({ name, jurisdiction }) => new Option(jurisdiction, name)));
}

addEventListener("input", ({ target }) => suggest(target));
// Of what was typed before this script came, no event tells.
if (document.activeElement?.list) void suggest(document.activeElement);
