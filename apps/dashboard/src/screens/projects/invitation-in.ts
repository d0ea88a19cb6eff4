const LINK = /\/invitation#([\w.-]+)$/;

/** The token of a pasted link to an invitation; undefined if it is none. */
export const invitationIn = (link: string): string | undefined => LINK.exec(link.trim())?.[1];
