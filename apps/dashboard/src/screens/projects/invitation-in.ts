const LINK = /\/invitation#([\w.-]+)$/;

/** The token of a pasted invitation link; undefined for other text. */
export const invitationIn = (link: string): string | undefined => LINK.exec(link.trim())?.[1];
