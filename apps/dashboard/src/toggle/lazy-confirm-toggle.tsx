import { lazyDialog } from '../feedback/loading/lazy-dialog.js';

/** The confirmation before a protected switch, loaded on first use. */
export const LazyConfirmToggle = lazyDialog(async () => (await import('./confirm-toggle.js')).ConfirmToggle);
