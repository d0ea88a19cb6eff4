import type { InvitationView, InvitationWithLink } from '@burgee/contracts/http';

/**
 * The link for the inviter to pass on. Where mail is on, auth also mails one to the address, with a token of its own. The
 * token is the link's fragment, which browsers send to no server and in no Referer.
 */
export function sendInvitation(invitation: InvitationView, token: string): InvitationWithLink {
  return { ...invitation, link: `/invitation#${token}` };
}
