import { whenOpened } from '../feedback/when-opened.js';

/** The question before a protected switch, loaded when it is first asked. */
export const AskToggle = whenOpened(async () => (await import('./confirm-toggle.js')).ConfirmToggle);
