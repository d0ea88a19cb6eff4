import { whenOpened } from '../feedback/when-opened.js';

/** The confirmation before a protected switch, loaded on first use. */
export const LazyConfirmToggle = whenOpened(async () => (await import('./confirm-toggle.js')).ConfirmToggle);
