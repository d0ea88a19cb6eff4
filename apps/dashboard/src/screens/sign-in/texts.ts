import { describeRole } from '../../members/describe-role.js';
import type { InvitedTo } from '../../session/kept-invitation.js';

/** The texts of the sign-in page. */
export const texts = {
  title: 'Sign in',
  emailMissing: 'Enter your email address.',
  passwordMissing: 'Enter your password.',
  toJoin: ({ project_name, role, environments }: InvitedTo) =>
    `Sign in to join ${project_name} as ${describeRole(role, environments)}.`,
  toReturn: 'Sign in to continue.',
  toProjects: 'Sign in to see your projects.',
  newHere: 'New here?',
  register: 'Create an account',
  forgot: 'Forgot your password?',
  failed: 'Sign-in failed',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  continueWith: (name: string) => `Continue with ${name}`,
  with: (name: string) => `Sign in with ${name}`,
};
