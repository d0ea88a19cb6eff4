import type { Role } from '@burgee/contracts/wire';

/** What whoever opens an invitation reads. */
export const texts = {
  none: 'No open invitation',
  noneHint: 'An invitation works once, until it expires or is withdrawn.',
  toProjects: 'Go to your projects',
  failed: 'You did not join',
  declineFailed: 'The invitation was not declined',
  openAgain: 'Open the link from your invitation again.',
  title: (project: string) => `Join ${project}`,
  lead: '{who} invites you as {role}. The invitation expires {when}.',
  closeHint: 'If you do not want to join, close this page.',
  register: 'Create an account and join',
  signIn: 'Sign in and join',
  join: 'Join',
  joined: (project: string, role: Role) => `You joined ${project} as ${role}`,
  decline: 'Decline',
  declined: (project: string) => `You declined the invitation to ${project}`,
  signedInAs: (email: string) => `You are signed in as ${email}.`,
  otherAccount: 'Use another account',
};
