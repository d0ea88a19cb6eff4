import type { AcceptedInvitation, OpenInvitationView } from '@burgee/contracts/http';
import { call } from './call.js';

const send = <T>(what: string, token: string) => call<T>('POST', `/api/invitations/${what}`, { body: { token } });

/** The invitation of a link. @throws ApiError */
export const lookUpInvitation = (token: string) => send<OpenInvitationView>('look-up', token);
/** @throws ApiError */
export const acceptInvitation = (token: string) => send<AcceptedInvitation>('accept', token);
/** @throws ApiError */
export const declineInvitation = (token: string) => send('decline', token);
