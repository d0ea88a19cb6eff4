import '@fontsource-variable/geist/wght.css';
import 'virtual:guide-palette.css';
import './guide.css';
import { addCopyButtons } from './copy-buttons.js';
import { startSearch } from './search.js';

/** What scrolls sideways has a tab stop, so that it can be scrolled with keys. */
function markScrolling(): void {
  for (const element of document.querySelectorAll<HTMLElement>('pre, .table'))
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
}

/** The contents scroll by themselves: the open page is in view there. */
function showCurrent(): void {
  const contents = document.querySelector<HTMLElement>('#contents');
  const current = contents?.querySelector<HTMLElement>('[aria-current]');
  if (contents && current) contents.scrollTop = current.offsetTop - contents.clientHeight / 2;
}

/** The script of the head chooses the scheme. It does so again when the system's changes, or another tab chooses. */
function followScheme(): void {
  const choose = () => document.head.append(Object.assign(document.createElement('script'), { src: '/begin.js' }));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', choose);
  addEventListener('storage', choose);
}

followScheme();
addCopyButtons();
showCurrent();
startSearch();
markScrolling();
addEventListener('resize', markScrolling);
document.querySelector('#contents')?.addEventListener('toggle', showCurrent);
