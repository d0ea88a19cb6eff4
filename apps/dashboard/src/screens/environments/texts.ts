import { rules } from './rules-texts.js';
import type { KeyKind } from '@burgee/contracts/wire';
import { formatNumber as number } from '../../feedback/format.js';

const streams = (count: number) => (count === 1 ? '1 open stream' : `${number(count)} open streams`);

/** The texts of the page of environments. */
export const texts = {
  title: 'Environments',
  tab: (project: string) => `Environments · ${project}`,
  lead: 'Each flag has its own value in each environment. SDK keys are for servers and secret: they expose all flags and their rules. Client keys are for web pages and apps, and are public: anyone who has one can query flags.',
  create: 'New environment',
  order: 'Change order',
  compare: 'Compare',
  protected: 'Protected',

  none: 'No environments',
  noneHint:
    'Flags have a value in each environment, such as Development and Production. Without an environment there is nothing to switch and no key for your apps.',
  noneForAdmin: 'Create your first environment.',
  noneForOthers: 'Ask a project admin to create one.',
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
  everyApp: (origin: string) => `${origin} is the origin of every app that is built this way, not only of yours.`,
  revision: (revision: number) => number(revision),
  revisionHint: 'Goes up by one with each change',
  change: (name: string) => `Change ${name}`,
  edit: 'Edit',
  switchOffLinks: 'Switch-off links',
  delete: 'Delete',

  rules,

  deleteTitle: 'Delete environment',
  deleteWord: 'environment name',
  deleteAction: 'Delete environment',
  deleteHint: (name: string) =>
    `All flags lose their values in ${name}, and its keys stop working immediately. Other environments do not change. You cannot undo this.`,
  deleted: (name: string) => `${name} was deleted`,

  form: {
    newTitle: 'New environment',
    noRules: 'No approvals, freeze or required comments.',
    editTitle: 'Edit environment',
    failed: 'The environment was not saved',
    name: 'Name',
    nameExample: 'Staging',
    nameMissing: 'Enter a name.',
    nameTaken: 'This project already has an environment with this name.',
    copyFrom: 'Copy values from',
    copyHint: 'Flags in use start with these values. Apps that connect get them at once.',
    allOff: 'Nothing: every flag starts off',
    url: 'Page origin',
    urlHint: 'Web pages from this address can connect. Leave empty if only servers connect.',
    urlExample: 'https://shop.example.com',
    urlWrong: 'Start with a scheme, such as https://.',
    more: 'More origins',
    moreHint:
      'Up to 20, one per line: other pages, previews, apps. capacitor://localhost is the origin of every Capacitor app, not only of yours.',
    moreExample: 'http://localhost:3000\ncapacitor://localhost',
    protected: 'Protected',
    protectedHint: 'The dashboard asks for confirmation before each change here.',
    save: 'Save',
    nothing: 'none',
    yes: 'yes',
    no: 'no',
    originLost: (origin: string) => `Web pages from ${origin} can no longer connect.`,
    originAllowed: (origin: string) => `Web pages from ${origin} can connect.`,
    protectionLost: 'Changes in this environment no longer need confirmation.',
    saveIn: (environment: string) => `Save changes to ${environment}`,
    create: 'Create environment',
    created: (name: string) => `${name} was created`,
    saved: (name: string) => `${name} was saved`,
  },

  ordering: {
    title: 'Environment order',
    hint: 'Everyone in this project sees environments in this order, in the flags table and everywhere else.',
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
    nowAt: (name: string, place: number, of: number) => `${name} is ${number(place)} of ${number(of)}`,
    save: 'Save order',
    saved: 'Everyone now sees the environments in this order',
    failed: 'The order was not changed',
  },

  keys: {
    sdk: 'SDK key',
    client: 'client key',
  } satisfies Record<KeyKind, string>,
  keyOf: (key: string, environment: string) => `${key} of ${environment}`,
  keyUnreadable:
    'This key works but cannot be shown because SDK_KEY_SECRET has changed since. Rotate the key to get one that can be shown.',
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
      `${environment} gets a new ${key} immediately. How long should the current key keep working?`,
    graces: [
      ['End it now', 'Use this after a leak. Apps that still use the current key are refused immediately.'],
      ['One more hour', 'Enough time for one deployment.'],
      ['One more day', 'Both keys work until then.'],
      ['7 more days', 'The maximum.'],
    ],
    hint: 'Keys from earlier rotations end by then too. Up to five keys of a kind work at a time; the oldest ends first.',
    failed: 'The key was not rotated',
    rotate: 'Rotate',
    rotateNow: 'Rotate and end the current key',
    rotateOf: (environment: string) => `Rotate the key of ${environment}`,
    rotateNowOf: (environment: string) => `End the current key of ${environment}`,
    refused: (count: number) =>
      count === 0
        ? 'No app is connected right now. Apps that use the current key will be refused.'
        : `${streams(count)} in this environment may use the current key and will be refused immediately.`,
    keepsUntil: 'Apps that use the current key keep working until then, and are refused afterwards.',
    done: (environment: string, key: string) => `${environment} has a new ${key}`,
    endedNow: 'The previous key no longer works on any server.',
    endsAt: (time: string) => `Update your apps. The previous key works until ${time}.`,
    copy: (key: string) => `new ${key}`,
    close: 'Done',
  },

  streams: {
    unknown: (why: string) => `Unknown: ${why}`,
    stale: (why: string) => `Last known: ${why}`,
    incomplete: ' Some servers did not answer, so there may be more.',
    none: 'No connected apps.',
    noneHint:
      'Apps that stream appear here within two seconds. Apps that poll do not; their SDKs are listed here if they report usage.',
    some: (current: number, open: number, revision: number) =>
      `${number(current)} of ${streams(open)} are on revision ${number(revision)}.`,
    all: (open: number, revision: number) =>
      `${streams(open)}, ${open === 1 ? 'on' : 'all on'} the latest revision, ${number(revision)}.`,
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
    hint: 'Web pages can connect only if their origin is registered for an environment. Servers send no origin and can always connect.',
    address: 'Page address',
    addressExample: 'Paste it from the address bar',
    allowed: 'Allowed',
    allowedFor: 'The origin of this page is {origin}. It is registered for {environments}.',
    refused: 'Not registered',
    refusedWhy: 'The origin of this page is {origin}. It is not registered for any environment of this project.',
    near: '{environment} has {origin}: {differs}.',
    noOrigin: 'This page has no origin',
    noOriginWhy:
      'Browsers send “null” for {scheme} pages, which cannot be registered. Serve the page over http, for example with {command}.',
    unreadable: 'Enter a full web address, such as https://shop.example.com.',
    differs: {
      www: '“www.” makes it a different origin',
      scheme: (one: string, other: string) => `${one}// and ${other}// are different origins`,
      port: 'the port is part of the origin',
    },
    registerFor: 'Register it for',
    choose: 'Choose an environment',
    register: (origin: string) => `Register ${origin}`,
    registered: (environment: string) => `Registered for ${environment}`,
    registeredHint: (origin: string) => `Pages from ${origin} can connect now.`,
    failed: 'The origin was not registered',
    registerIn: (origin: string, environment: string) => `Register ${origin} for ${environment}`,
  },
};
