import { formatNumber } from '../../feedback/format.js';

/** The texts of the account page. */
export const texts = {
  title: 'Your account',
  who: (name: string, email: string) => `${name}, ${email}`,
  accountId: (id: string) => `Account ID ${id}`,
  idToCopy: 'account ID',

  nameTitle: 'Name',
  name: 'Your name',
  nameHint: 'Others in your projects see it.',
  nameMissing: 'Enter a name.',
  nameFailed: 'The name was not changed',
  nameChanged: 'Name changed',
  changeName: 'Change name',

  passwordTitle: 'Change password',
  passwordFailed: 'The password was not changed',
  current: 'Current password',
  currentMissing: 'Enter your current password.',
  fresh: 'New password',
  passwordHint: 'You stay signed in here and are signed out everywhere else.',
  changePassword: 'Change password',
  passwordChanged: 'Password changed',
  passwordChangedHint:
    'You stay signed in here and were signed out everywhere else: sign in there with the new password.',

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

  dataTitle: 'Your data',
  dataHint: 'A JSON file with your account, sessions, memberships, favorites, saved views and notices.',
  download: 'Download my data',
  downloaded: 'Your data was downloaded',
  downloadFailed: 'Your data was not downloaded',
  dataFile: 'burgee-account.json',

  delete: 'Delete my account',
  deleteWhy:
    'You are signed out everywhere and leave all projects. Projects that only you are in stay, but nobody can open them: delete those first. Histories keep the ID of your account. This cannot be undone.',
  typeEmail: 'Type {email}, your email, to confirm',
  deleteFailed: 'Your account was not deleted',
  keep: 'Keep my account',
  deletedTitle: 'Your account is deleted',
  deletedLead: 'You are signed out everywhere. Your name and email are forgotten.',
  toSignIn: 'Sign in with another account',
};
