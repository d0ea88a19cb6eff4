const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether text is an id as Burgee writes them: what names a row, an edge or a wait, and a file. */
export const isUuid = (text: unknown): text is string => typeof text === 'string' && UUID.test(text);
