import MiniSearch, { type SearchResult } from 'minisearch';
import { excerpt } from './excerpt.js';
import { type FoundSection, SEARCH_OPTIONS } from './search-options.js';

const SHOWN = 8;
const INDEX = '/guide/search.json';
const CURRENT = 'aria-selected';

type Index = MiniSearch<FoundSection>;

async function loadIndex(): Promise<Index> {
  const response = await fetch(INDEX);
  if (!response.ok) throw new Error(`${INDEX} answered ${response.status}`);
  return MiniSearch.loadJSON<FoundSection>(await response.text(), SEARCH_OPTIONS);
}

function optionOf(found: SearchResult & Partial<FoundSection>, place: number): HTMLAnchorElement {
  const option = Object.assign(document.createElement('a'), { href: found.id, id: `result-${place}`, tabIndex: -1 });
  option.setAttribute('role', 'option');
  const title = document.createElement('strong');
  title.textContent = [found.page, found.heading].filter(Boolean).join(' › ');
  const words = document.createElement('span');
  for (const { text, matches } of excerpt(found.words ?? '', found.terms)) {
    const part = document.createElement(matches ? 'mark' : 'span');
    part.textContent = text;
    words.append(part);
  }
  option.append(title, words);
  return option;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Shows the search, and what it finds. The index loads when the search gets the focus. */
export function startSearch(): void {
  const search = document.querySelector<HTMLElement>('search');
  const input = search?.querySelector('input');
  const list = search?.querySelector<HTMLElement>('#results');
  const none = search?.querySelector<HTMLElement>('.none');
  if (!search || !input || !list || !none) return;
  let index: Promise<Index> | undefined;
  const options = () => [...list.querySelectorAll<HTMLAnchorElement>('a')];
  const current = () => list.querySelector<HTMLAnchorElement>(`[${CURRENT}='true']`);

  const select = (option: HTMLAnchorElement | undefined) => {
    for (const one of options()) one.setAttribute(CURRENT, String(one === option));
    if (option) input.setAttribute('aria-activedescendant', option.id);
    else input.removeAttribute('aria-activedescendant');
    option?.scrollIntoView({ block: 'nearest' });
  };
  const say = (text: string) => {
    none.textContent = text;
    none.hidden = text === '';
  };
  const close = () => {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    say('');
  };
  const show = async () => {
    const typed = input.value.trim();
    if (typed === '') return close();
    try {
      const found = (await (index ??= loadIndex())).search(typed).slice(0, SHOWN);
      // A later key has its own search.
      if (input.value.trim() !== typed) return;
      list.replaceChildren(...found.map(optionOf));
      list.hidden = found.length === 0;
      input.setAttribute('aria-expanded', String(found.length > 0));
      select(options()[0]);
      say(found.length === 0 ? `Nothing found for “${typed}”.` : '');
    } catch {
      index = undefined;
      close();
      say('The search did not load. Check the connection and type again.');
    }
  };
  const move = (by: number) => {
    const all = options();
    const selected = current();
    const place = selected ? all.indexOf(selected) : -1;
    select(all[(place + by + all.length) % all.length]);
  };

  input.addEventListener('focus', () => void (index ??= loadIndex()).catch(() => (index = undefined)));
  input.addEventListener('input', () => void show());
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Enter') current()?.click();
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  });
  list.addEventListener('click', close);
  search.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node) || !search.contains(relatedTarget)) close();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    input.select();
    input.focus();
  });
  search.hidden = false;
}
