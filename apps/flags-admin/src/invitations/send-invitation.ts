import type { InvitationView, InvitationWithLink } from '@burgee/contracts/http';

/**
 * Brings an invitation to whom it is for. Today the inviter does this: the answer shows the link, to hand on. The token is
 * the link's fragment, which browsers send to no server and in no Referer.
 */
export function sendInvitation(invitation: InvitationView, token: string): InvitationWithLink {
  return { ...invitation, link: `/invitation#${token}` };
}
