import { loadWhenOpened } from '../feedback/load-when-opened.js';

/** The confirmation before a protected switch, loaded on first use. */
export const LazyConfirmToggle = loadWhenOpened(async () => (await import('./confirm-toggle.js')).ConfirmToggle);
