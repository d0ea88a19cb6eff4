const IMPORT = /^\/api\/projects\/[^/?]+\/import(\?|$)/;

/** Whether a request imports a project's document, which is larger than other bodies and takes longer. */
export const isImport = (method: string, url: string): boolean => method === 'POST' && IMPORT.test(url);
