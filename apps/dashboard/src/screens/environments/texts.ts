import type { KeyKind } from '@burgee/contracts/wire';
import { formatNumber as number } from '../../feedback/format.js';

const streams = (count: number) => (count === 1 ? '1 open stream' : `${number(count)} open streams`);

/** What the page of environments says. */
export const texts = {
  title: 'Environments',
  tab: (project: string) => `Environments · ${project}`,
  lead: 'Each flag has its own value in each environment. Servers connect with the SDK key, web pages and apps with the client key.',
  create: 'New environment',
  order: 'Change order',
  compare: 'Compare',
  protected: 'Protected',
  cancel: 'Cancel',

  none: 'No environments',
  noneHint:
    'Flags have their values in environments, for example Development and Production. Without one there is nothing to switch, and no key for your apps.',
  noneForAdmin: 'Create your first environment.',
  noneForOthers: 'Ask an admin of this project to create one.',
  goTo: 'Go to environments',

  facts: {
    sdkKey: 'SDK key',
    clientKey: 'Client key',
    origin: 'Page origin',
    streams: 'Connected',
    changes: 'Changes',
    revision: 'Revision',
  },
  noOrigin: 'None. Web pages cannot connect.',
  revision: (revision: number) => number(revision),
  revisionHint: 'goes up by one with each change',
  change: (name: string) => `Change ${name}`,
  edit: 'Edit',
  delete: 'Delete',

  rules: {
    open: 'Freeze, comments, approvals',
    approvals: 'Approvals',
    approvalsHint: 'Changes to flags here wait until others approve them. An owner can bypass this and has to say why.',
    approvalChoices: ['Not required', 'By one other person', 'By two other people'],
    approved: (count: number) =>
      count === 1 ? 'Require approval by one other person' : 'Require approval by two other people',
    title: 'Freeze, comments, approvals',
    until: 'Frozen until',
    untilHint:
      'Until then, nobody can change a flag here. An owner can bypass this and has to say why. Leave empty for no freeze.',
    reason: 'Reason',
    reasonExample: 'The sale',
    end: 'End the freeze',
    ownersEnd: 'An owner can end or shorten the freeze.',
    comments: 'Require a comment',
    commentsHint: 'Everyone who changes a flag here has to say why. The history shows it.',
    commented: 'Require a comment',
    save: 'Save',
    saved: (name: string) => `${name} saved`,
    failed: 'Nothing was saved',
  },

  deleteTitle: 'Delete environment',
  deleteWord: 'name of the environment',
  deleteAction: 'Delete environment',
  deleteHint: (name: string) =>
    `All flags lose their values in ${name}. Its keys stop working immediately, and apps that use them are refused. Other environments do not change. You cannot undo this.`,
  deleted: (name: string) => `${name} was deleted`,

  form: {
    newTitle: 'New environment',
    editTitle: 'Edit environment',
    failed: 'The environment was not saved',
    name: 'Name',
    nameExample: 'Staging',
    nameMissing: 'Enter a name.',
    nameTaken: 'This project already has an environment with this name.',
    url: 'Page origin',
    urlHint: 'Web pages of this address may connect. Leave it empty if only servers connect.',
    urlExample: 'https://shop.example.com',
    urlWrong: 'Start with https:// or http://.',
    protected: 'Protected',
    protectedHint: 'The dashboard asks for confirmation before each change in this environment.',
    save: 'Save',
    nothing: 'none',
    yes: 'yes',
    no: 'no',
    originLost: (origin: string) => `Web pages of ${origin} can no longer connect.`,
    originAllowed: (origin: string) => `Web pages of ${origin} can connect.`,
    protectionLost: 'Changes in this environment are made without a confirmation from then on.',
    saveIn: (environment: string) => `Save changes of ${environment}`,
    create: 'Create environment',
    created: (name: string) => `${name} was created`,
    saved: (name: string) => `${name} was saved`,
  },

  ordering: {
    title: 'Order of environments',
    hint: 'Everyone in this project sees environments in this order, in the table of flags and everywhere else.',
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
    nowAt: (name: string, place: number, of: number) => `${name} is ${number(place)} of ${number(of)}`,
    cancel: 'Cancel',
    save: 'Save order',
    saved: 'Everyone sees the environments in this order now',
    failed: 'The order was not changed',
  },

  keys: {
    sdk: {
      name: 'SDK key',
      hint: 'For servers. It gives access to all flags and their rules, so keep it out of web pages.',
    },
    client: {
      name: 'client key',
      hint: 'For web pages and mobile apps. It gives access to decisions, not to rules. Anyone who has it can test who gets a flag.',
    },
  } satisfies Record<KeyKind, { name: string; hint: string }>,
  keyOf: (key: string, environment: string) => `${key} of ${environment}`,
  keyUnreadable:
    'This key works but cannot be shown, because SDK_KEY_SECRET has changed since it was created. Rotate it to get a key that can be shown.',
  keyForEditors: 'Only editors, admins and owners can see keys.',
  show: 'Show',
  hide: 'Hide',
  showOrHide: (shown: boolean, title: string) => `${shown ? 'Hide' : 'Show'} ${title}`,
  rotate: 'Rotate',
  rotateNamed: (title: string) => `Rotate ${title}`,
  oldKey: 'The previous key still works and expires {when}',
  oldKeyAt: (time: string) => `, at ${time}`,

  rotation: {
    title: (key: string) => `Rotate ${key}`,
    question: (environment: string, key: string) =>
      `${environment} gets a new ${key} immediately. How long should the current key still work?`,
    graces: [
      ['End it now', 'Use this after a leak. Apps that still use the current key are refused immediately.'],
      ['One more hour', 'Enough time for one deployment.'],
      ['One more day', 'Both keys work until then.'],
      ['7 more days', 'The longest time possible.'],
    ],
    hint: 'Keys from earlier rotations stop working at that time at the latest. At most five keys of a kind work at the same time; the oldest ends first.',
    failed: 'The key was not rotated',
    cancel: 'Cancel',
    rotate: 'Rotate',
    rotateNow: 'Rotate and end the current key',
    rotateOf: (environment: string) => `Rotate the key of ${environment}`,
    rotateNowOf: (environment: string) => `End the current key of ${environment}`,
    refused: (count: number) =>
      count === 0
        ? 'No app is connected at the moment. Apps that use the current key are refused.'
        : `${streams(count)} of this environment may use the current key. They are refused immediately.`,
    keepsUntil: 'Apps that use the current key keep working until then. After that, they are refused.',
    done: (environment: string, key: string) => `${environment} has a new ${key}`,
    endedNow: 'The previous key no longer works on any server.',
    endsAt: (time: string) => `Update your apps. The previous key works until ${time}.`,
    copy: (key: string) => `new ${key}`,
    close: 'Done',
  },

  streams: {
    unknown: (why: string) => `Unknown at the moment: ${why}`,
    stale: (why: string) => `From a moment ago: ${why}`,
    incomplete: ' Some servers did not answer, so there may be more.',
    none: 'No open streams.',
    noneHint:
      'Apps that keep a stream open appear here within two seconds. Apps that poll open none; their SDKs are named here if they report usage.',
    some: (current: number, open: number, revision: number) =>
      `${number(current)} of ${streams(open)} have revision ${number(revision)}.`,
    all: (open: number, revision: number) =>
      `${streams(open)}, ${open === 1 ? 'with' : 'all with'} the latest revision ${number(revision)}.`,
    details: 'Details',
    detailsOf: (environment: string) => `Details of ${environment}`,
    server: 'Server',
    open: 'Open',
    current: 'Up to date',
    revision: 'Revision',
    noRevision: '–',
  },

  origins: {
    title: 'Check a web page',
    hint: 'Web pages can only connect if their origin is registered for an environment. Servers send no origin and can always connect.',
    address: 'Address of the page',
    addressExample: 'Paste it from the address bar',
    allowed: 'Allowed',
    allowedFor: 'The origin of this page is {origin}. It is registered for {environments}.',
    refused: 'Not registered',
    refusedWhy: 'The origin of this page is {origin}. It is not registered for any environment of this project.',
    near: '{environment} has {origin}: {differs}.',
    noOrigin: 'This page has no origin',
    noOriginWhy:
      'Browsers send “null” for {scheme} pages, which cannot be registered. Serve the page over http, for example with {command}.',
    unreadable: 'Enter a full web address.',
    differs: {
      www: '“www.” makes it a different origin',
      scheme: (one: string, other: string) => `${one}// and ${other}// are different origins`,
      port: 'the port is part of the origin',
    },
    registerFor: 'Register it for',
    choose: 'Choose an environment',
    register: (origin: string) => `Register ${origin}`,
    registered: (environment: string) => `Registered for ${environment}`,
    registeredHint: (origin: string) => `Pages of ${origin} can connect now.`,
    failed: 'The origin was not registered',
    registerIn: (origin: string, environment: string) => `Register ${origin} for ${environment}`,
    replaces: 'This replaces {origin}. Pages of that address can no longer connect.',
  },
};
