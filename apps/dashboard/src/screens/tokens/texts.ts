import type { TokenView } from '@burgee/contracts/http';
import type { SteppedVerb, Verb } from '@burgee/contracts/wire';
import { formatNumber } from '../../feedback/format.js';

const counted = (count: number, one: string, many: string) => `${formatNumber(count)} ${count === 1 ? one : many}`;
const others = (one: string) => (count: number, isAll: boolean) =>
  isAll ? counted(count, one, `${one}s`) : counted(count, `other ${one}`, `other ${one}s`);

/** The texts of the lists of API tokens. */
export const texts = {
  own: {
    title: 'API tokens',
    lead: 'For programs that act for you. A token can never do more than you can, and ends with your account.',
    empty:
      'With a token, a script or a CI job calls Burgee’s API without your password. You choose what it may do and when it ends; the history names it next to you.',
  },
  project: {
    title: 'API tokens',
    lead: 'They act as themselves, so they go on when the person who made them leaves.',
    empty:
      'With a token, a CI job or another program changes flags of this project without anyone’s password. You choose what it may do and when it ends; the history names it.',
  },
  ofInstallation: {
    title: 'API tokens of the installation',
    lead: 'Administrators make them. In this project they may do something only after an owner has admitted them.',
  },
  installation: {
    title: 'API tokens',
    lead: 'Tokens of the installation act as themselves. In a project they may do something only after its owner has admitted them.',
    empty:
      'With a token, a program works in several projects or in Administration without anyone’s password. You choose what it may do and when it ends; owners let it into their projects.',
  },
  guide: 'All calls of the API',
  loading: 'Loading tokens',
  loadFailed: 'The tokens could not be loaded',
  make: 'Make token',

  lastUsed: 'Last used {when} from {address}',
  lastUsedAnywhere: 'Last used {when}',
  neverUsed: 'Never used',
  madeBy: 'made {when} by {who}',
  gone: 'a deleted account',
  ends: { later: 'ends {when}', soon: 'Ends {when}. Make another one in time.', ended: 'Ended {when}' },

  revoke: 'Revoke',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  revokeNamed: (name: string) => `Revoke ${name}`,
  revoking: (name: string) => ({
    title: `Revoke ${name}?`,
    does: 'Programs that use it are refused at once. You cannot undo this.',
    action: 'Revoke token',
    failed: 'The token was not revoked',
    done: `${name} is revoked`,
  }),
  removing: (name: string) => ({
    title: `Remove ${name}?`,
    does: 'It has ended, so nothing uses it. Histories keep its name.',
    action: 'Remove token',
    failed: 'The token was not removed',
    done: `${name} is removed`,
  }),
  isIn: 'Has access',
  isOut: 'No access',
  admit: 'Admit',
  admitNamed: (name: string) => `Admit ${name}`,
  admitting: (name: string, does: string) => ({
    title: `Admit ${name}?`,
    does: `${does}, and from now on in this project too. Owners can exclude it at any time.`,
    action: 'Admit',
    failed: 'The token was not admitted',
    done: `${name} is admitted`,
  }),
  exclude: 'Exclude',
  excludeNamed: (name: string) => `Exclude ${name}`,
  excluding: (name: string) => ({
    title: `Exclude ${name}?`,
    does: 'Programs that use it are refused in this project at once. Elsewhere it goes on.',
    action: 'Exclude',
    failed: 'The token was not excluded',
    done: `${name} is excluded`,
  }),

  form: {
    make: 'Make token',
    failed: 'The token was not made',
    nameExample: 'deploy-bot',
    nameHint: 'Histories show it.',
    noEnvironment: 'All',
    environmentsHint: 'Without a choice: all. It reads the whole project.',
    changesHint: 'A flag in one environment counts as one.',
    result: 'What it will be able to do',
    nothing: 'Nothing yet: choose what it may do.',
  },
  name: 'Name',
  nameMissing: 'Enter a name.',
  verbs: 'What it may do',
  chooseOne: 'Choose at least one.',
  verb: {
    read: { label: 'Read', does: 'See flags, values, people and the history. Keys only together with “Manage”.' },
    switch: { label: 'Switch', does: 'Switch flags on and off.' },
    edit: { label: 'Edit', does: 'Change percentages, rules and values.' },
    manage: {
      label: 'Manage',
      does: 'Make, change and delete flags, environments, keys, webhooks and people. Always in all environments.',
    },
    administer: { label: 'Administer', does: 'Use Administration: accounts, projects and registration.' },
  } satisfies Record<Verb, { label: string; does: string }>,
  projects: 'Projects',
  projectsHint: {
    personal: 'Without a choice: all of yours, also later ones.',
    service: 'Without a choice: all that admit it.',
  } satisfies Record<TokenView['kind'], string>,
  environments: 'Environments that it changes',
  all: 'All',
  limits: {
    title: 'Limits',
    hint: 'Leave a field empty where you want no limit. With keys and a tag, it may change either.',
    flags: 'Only these flags',
    flagsHint: 'Their keys. Press Enter after each.',
    tag: 'Flags with this tag',
    step: 'Largest step',
    stepHint: 'In percentage points. A switch, or a change of a rule, counts as 100.',
    switchesFreely: 'It may switch in spite of the step',
    changes: 'Changes in all',
    ask: 'Ask for approval of anything else',
    askHint: 'What goes beyond becomes a change request. Otherwise it is refused.',
    askMissing: 'Enter a limit first. With 0 changes it asks for each.',
  },
  ends_in: 'Ends in',
  inDays: (days: string) => `${days} days`,
  otherDays: 'Another number of days',
  days: 'Number of days',
  wholeNumber: (least: number, most: number) => `Enter a whole number from ${least} to ${formatNumber(most)}.`,
  until: (does: string, end: string) => `${does}, until ${end}.`,
  asFarAs: 'In each project as far as your own role there.',

  made: (name: string) => `The token ${name}`,
  copyNow: 'Copy the token now. It is shown only once.',
  token: 'Token',
  keepSafe: 'Store it where your program’s secrets are. Anyone who has it may do the same.',
  tryIt: 'Try it in a shell',
  command: 'Command',
  changeCommand: 'Command that changes a flag',
  takeFlagId: "FLAG_ID is a flag's id in the project's list of flags.",
  takeBothIds:
    "In the project's list of flags, FLAG_ID is a flag's id, and ENVIRONMENT_ID the environment_id of its value, not the value's id.",
  done: 'Done',

  /** The sentence of what a token may do, from its parts. */
  scope: {
    does: {
      read: 'reads everything but keys',
      switch: 'switches flags',
      edit: 'edits rules and values',
      manage: 'manages flags, keys and people',
      administer: 'opens Administration',
    } satisfies Record<Verb, string>,
    readsAll: 'reads everything',
    everywhere: { personal: 'all your projects', service: 'every project that admits it' } satisfies Record<
      TokenView['kind'],
      string
    >,
    projects: others('project'),
    environments: others('environment'),
    of: (environments: string, project: string) => `${environments} of ${project}`,
    in: (acts: string, where: string) => `${acts} in ${where}`,
    and: ', and ',
    flags: others('flag'),
    tagged: (tag: string) => `flags with the tag ${tag}`,
    anyFlag: 'changes flags',
    onlyFlags: (flags: string) => `changes only ${flags}`,
    noChange: 'changes nothing',
    onlyAsks: 'changes nothing without approval',
    step: (points: number) => `by up to ${counted(points, 'percentage point', 'percentage points')} at a time`,
    except: (acts: string) => ` except for ${acts}`,
    free: { switch: 'switches', edit: 'edits' } satisfies Record<SteppedVerb, string>,
    wholeStep: (acts: string) => `where ${acts} counts as 100`,
    whole: { switch: 'a switch', edit: 'a rule' } satisfies Record<SteppedVerb, string>,
    changes: (count: number, isOfJob: boolean) =>
      `up to ${counted(count, 'change', 'changes')} ${isOfJob ? 'in each job' : 'in all'}`,
    asks: 'and asks for approval of anything else',
    within: (does: string, limits: string) => `${does}; ${limits}`,
  },
};
