import { describeRole } from '../../members/describe-role.js';
import type { InvitedTo } from '../../session/kept-invitation.js';

/** The texts of the registration page. */
export const texts = {
  title: 'Create your account',
  lead: 'Create your first flag in about three minutes.',
  toJoin: ({ project_name, role, environments }: InvitedTo) =>
    `To join ${project_name} as ${describeRole(role, environments)}.`,
  passwordsOff: 'You need no password: your first sign-in creates your account.',
  registered: 'Already have an account?',
  signIn: 'Sign in',
  failed: 'The account was not created',
  name: 'Name',
  nameHint: 'Shown to your team next to your changes.',
  nameMissing: 'Enter your name.',
  email: 'Email',
  emailMissing: 'Enter an email address.',
  password: 'Password',
  submit: 'Create account',
};
