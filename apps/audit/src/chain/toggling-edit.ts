/**
 * An SQL condition on an entry: an edit that also toggled its flag, so one side is on and the other off. Canonical JSON
 * has no spaces and escapes quotes inside strings, so no value can imitate this text. Indexes use the condition: it
 * must never change.
 */
export const TOGGLING_EDIT = `action = 'flag_update' and strpos(content, '"is_enabled":true') > 0 and strpos(content, '"is_enabled":false') > 0`;

/** In SQL, the action that the range keys of these entries use. */
export const TOGGLING_ACTION = `'flag_switch'`;
