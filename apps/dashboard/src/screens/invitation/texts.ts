import type { Role } from '@burgee/contracts/wire';

/** The texts of an invitation's page. */
export const texts = {
  none: 'No open invitation',
  noneHint: 'An invitation works once, until it expires or is revoked.',
  toProjects: 'Go to your projects',
  failed: 'You did not join',
  notOpen: 'This invitation is not open',
  joinedBefore: 'If you already joined with it, find the project in your projects.',
  member: (project: string) => `You are already a member of ${project}`,
  memberHint: {
    used: 'You already joined with this link. It works once.',
    open: 'The invitation is still open: someone else can join with its link.',
  },
  goTo: 'Go to the project',
  declineFailed: 'The invitation was not declined',
  openAgain: 'Open the link from your invitation again.',
  title: (project: string) => `Join ${project}`,
  lead: '{who} invited you as {role}. The invitation expires {when}.',
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
