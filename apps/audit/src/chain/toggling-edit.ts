/**
 * In SQL, of an entry: an edit that also switched its flag, so one side says on and the other off. Canonical JSON has no blanks,
 * and the quotes of a text are escaped in it, so no text of a value looks like this. Indexes are by it: it never changes.
 */
export const TOGGLING_EDIT = `action = 'flag_update' and strpos(content, '"is_enabled":true') > 0 and strpos(content, '"is_enabled":false') > 0`;

/** In SQL, the place of the action in the range keys of these entries. */
export const TOGGLING_ACTION = `'flag_switch'`;
