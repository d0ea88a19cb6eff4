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

addCopyButtons();
startSearch();
markScrolling();
addEventListener('resize', markScrolling);
