import { formatNumber } from '../../feedback/format.js';

/** The texts of the account page. */
export const texts = {
  title: 'Your account',
  who: (name: string, email: string) => `${name}, ${email}`,
  accountId: (id: string) => `Account ID ${id}`,
  idToCopy: 'account ID',

  passwordTitle: 'Change password',
  passwordFailed: 'The password was not changed',
  current: 'Current password',
  currentMissing: 'Enter your current password.',
  fresh: 'New password',
  passwordHint: 'You stay signed in here and are signed out everywhere else.',
  changePassword: 'Change password',
  passwordChanged: 'Password changed',
  passwordChangedHint: 'You are signed out everywhere else.',

  sessionsTitle: 'Sessions',
  signedOutOthers: 'Signed out everywhere else',
  othersFailed: 'You are still signed in elsewhere',
  showAll: (count: number) => `Show all ${formatNumber(count)}`,
  nowhereElse: 'No other sessions. ',
  sessionsHint: 'Sessions expire after 7 days.',
  signOutOthers: 'Sign out everywhere else',
  signedOut: (agent: string) => `${agent} was signed out`,
  signOutFailed: 'The session was not signed out',
  unknownApp: 'Unknown app',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  thisOne: 'this session',
  times: 'signed in {start}, expires {end}',
  signOut: 'Sign out',
  signOutNamed: (agent: string) => `Sign out ${agent}`,
};
