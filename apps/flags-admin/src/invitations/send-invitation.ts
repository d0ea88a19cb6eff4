import type { InvitationView, InvitationWithLink } from '@burgee/contracts/http';

/**
 * Delivers an invitation. Today the inviter does this: the response has the link to pass on. The token is the link's
 * fragment, which browsers send to no server and in no Referer.
 */
export function sendInvitation(invitation: InvitationView, token: string): InvitationWithLink {
  return { ...invitation, link: `/invitation#${token}` };
}
