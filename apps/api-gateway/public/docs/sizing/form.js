import { figures, planEstate } from '/docs/sizing/model/index.js';

const form = document.querySelector('form');
const find = (id) => document.getElementById(id);
const number = (value) => value.toLocaleString('en', { maximumSignificantDigits: 2 });
const count = (value) => value.toLocaleString('en');

function row(cells) {
  const tr = document.createElement('tr');
  for (const cell of cells) tr.appendChild(document.createElement('td')).textContent = cell;
  return tr;
}

/** The numbers that are entered, or nothing while one of them is none. */
function readEstate() {
  if (!form.checkValidity()) return;
  const numbers = [...form.querySelectorAll('input[type=number]')].map((input) => [input.name, input.valueAsNumber]);
  if (numbers.some(([, value]) => Number.isNaN(value))) return;
  return { ...Object.fromEntries(numbers), edges: form.elements.edges.checked };
}

function show(estate) {
  const { replicas, postgres, secondsUntilPagesAsked, advice } = planEstate(estate, figures);
  find('replicas').replaceChildren(
    ...replicas.map((one) =>
      row([one.name, count(one.count), number(one.cores), `${count(Math.ceil(one.memoryMib))} MiB`, one.because]),
    ),
  );
  find('postgres').textContent =
    `Postgres: ${number(postgres.cores)} busy cores, up to ${count(postgres.connections)} connections, ` +
    `and ${number(postgres.gibPerMonth)} GiB of audit trail a month.`;
  find('pages').textContent =
    `After a change that concerns all pages, the last has asked again after ${number(secondsUntilPagesAsked)} s.`;
  find('advice').replaceChildren(
    ...advice.map((sentence) => {
      const item = document.createElement('li');
      item.textContent = sentence;
      return item;
    }),
  );
  find('measured').textContent = `Computed from what one of each holds: ${figures.measured}`;
}

function update() {
  const estate = readEstate();
  if (!estate) return;
  history.replaceState(null, '', `?${new URLSearchParams(Object.entries(estate))}`);
  show(estate);
}

for (const [name, value] of new URLSearchParams(location.search)) {
  const input = form.elements.namedItem(name);
  if (input?.type === 'checkbox') input.checked = value === 'true';
  else if (input) input.value = value;
}
form.addEventListener('input', update);
form.addEventListener('submit', (event) => event.preventDefault());
update();
