import type { PauseReason } from '@burgee/contracts/http';
import { formatNumber, listNames } from '../../feedback/format.js';
import type { FlagStage } from '@burgee/contracts/plain';
import type { FirstStep } from './home-items.js';

const KEYS_NAMED = 3;

/** The texts of the overview of a project. */
export const texts = {
  title: 'Home',
  tab: (project: string) => `Home · ${project}`,
  lead: (project: string) => `What needs you in ${project}.`,
  loadFailed: 'The overview could not be loaded',
  loading: 'Loading',

  waiting: 'Waiting for you',
  nothingWaits: 'Nothing is waiting for you.',
  someone: 'Someone',
  request: (who: string, keys: readonly string[]) =>
    `${who} requests approval: ${keys.length > KEYS_NAMED ? `${formatNumber(keys.length)} flags` : listNames(keys)}`,
  plan: (who: string, keys: readonly string[]) => `${who} requests approval of a plan for ${listNames(keys)}`,
  paused: (what: string) => `Paused schedule: ${what}`,
  pausedBecause: {
    member: 'A member paused it.',
    author: 'Its author can no longer change flags here.',
    flag_archived: 'The flag is archived.',
    value_changed: 'Someone changed the value since.',
    late: 'The next step was late.',
    frozen: 'The environment is frozen.',
    refused: 'The next step was refused.',
    link: 'A switch-off link paused it.',
  } satisfies Record<PauseReason, string>,
  invitations: 'Open invitations',
  invitation: (email: string | null) => (email === null ? 'Open invitation link' : `Invitation for ${email}`),
  expires: 'Expires {when}',

  today: 'Changed today',
  nothingToday: 'Nothing has changed today.',
  history: 'History',
  historyFailed: 'Changes could not be loaded',

  week: 'Next seven days',
  nothingSoon: 'Nothing is scheduled.',
  schedules: 'Schedules',

  stale: 'Stale flags',
  noStale: 'No stale flags.',
  allStale: (count: number) => `All ${formatNumber(count)} stale flags`,
  flagsFailed: 'Flags could not be loaded',
  staleBecause: {
    ended: 'Past its end date',
    on: 'On for everyone everywhere',
    off: 'Off everywhere',
    unreported: 'Not reported by any app',
  } satisfies Record<NonNullable<FlagStage['reason']>, string>,

  apps: 'Connected apps',
  connect: 'Connect an app',
  streams: (count: number) => (count === 1 ? '1 open stream' : `${formatNumber(count)} open streams`),
  lastRead: 'Flags read {when}',
  noApp: 'No connected apps.',
  incomplete: 'Some gateways have not answered, so there may be more.',
  reports: (apps: readonly string[]) => `Reported in the last day: ${listNames(apps)}`,
  noVersions: 'SDK versions are not available: usage does not answer.',

  steps: 'Three steps to your first live flag',
  step: {
    flag: { title: 'Create a flag', hint: 'A flag has a key that your code asks for. It starts off.' },
    app: { title: 'Connect an app', hint: 'Copy the key of an environment and a few lines of code.' },
    switch: { title: 'Switch the flag on', hint: 'Your app follows within a second, without a deploy.' },
  } satisfies Record<FirstStep, { title: string; hint: string }>,
  done: ' (done)',
  begin: 'Start',
  proceed: 'Continue',
};
