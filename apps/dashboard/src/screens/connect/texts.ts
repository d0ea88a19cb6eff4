import { capitalize, formatNumber } from '../../feedback/format.js';

/** The texts of the page "Connect an app". */
export const texts = {
  title: 'Connect an app',
  tab: (project: string) => `Connect · ${project}`,
  lead: 'Create a flag, connect your app with an SDK key or client key, then switch the flag from here.',
  allFlags: 'All flags',
  done: ' (done)',

  yourFlag: (flag: string) => `Your flag ${flag}`,
  firstFlag: 'Create your first flag',
  chooseFlag: 'Choose a flag',
  searchFlag: 'Type part of its key',
  noSuchFlag: 'No flags match',
  flagInCode: 'Flag in the code',
  noFlagForViewer: 'This project has no flags yet. Editors can create one.',
  key: 'Flag key',
  keyExample: 'new-checkout',
  keyHint: 'The name your code uses. The flag is a boolean and starts off.',
  createFlag: 'Create flag',

  keyTitle: 'Connect your app',
  environment: 'Environment',
  keyLater: 'Your SDK key and a code snippet will appear here.',
  keyForEditors: (environment: string) =>
    `Only editors, admins and owners can see keys. Ask a project admin for the role, or for a ${environment} key.`,
  sdkKeyOf: (environment: string) => `SDK key of ${environment}`,
  clientKeyOf: (environment: string) => `client key of ${environment}`,
  keyLabel: capitalize,
  sdkKeyHint: 'An SDK key exposes all rules. Use it on servers only.',
  clientKeyHint: 'A client key is public: it gives access to decisions, not to rules.',
  codeFailed: 'The code could not be loaded',
  code: (language: string) => `${language} snippet`,
  packages: 'In a project with a bundler or with types, install the library from this Burgee:',
  npm: 'npm',
  install: 'npm commands',

  pagesOf: 'Only web pages from {origin} can connect.',
  changeOrigin: 'Change or check the page origin',
  checkOrigin: 'Check a page origin',
  noPages: (environment: string) =>
    `Web pages cannot connect to ${environment} yet. A project admin can set its page origin.`,
  origin: 'Page origin',
  originHint: (environment: string) =>
    `The address of your page without the path. Only web pages from there can connect to ${environment}.`,
  originExample: 'http://localhost:3000',
  addressWrong: 'Paste the address of your page from the browser, such as http://localhost:3000.',
  addressWithoutOrigin: (scheme: string) =>
    `Browsers send no origin for ${scheme} pages. Serve the page over http, for example with npx serve.`,
  allow: 'Allow',
  refusedPage: 'A page at {origin} was refused. Allow it?',
  ownersAllow: (environment: string) =>
    `${environment} requires approval, so only an owner can allow it, with a reason.`,
  allowOrigin: (origin: string) => `Allow ${origin}`,
  allowed: (origin: string, environment: string) => `Pages from ${origin} can connect to ${environment} now`,
  notAllowed: 'The page was not allowed',

  waiting: (environment: string) => `Waiting for your app to connect to ${environment}…`,
  waitingBlind: ' NATS is not reachable, so this can take longer than usual.',
  waitingUnknown: 'The connection status is unknown. Retrying…',
  waitingHint: "This page updates automatically. If nothing happens, check your app's console.",
  waitingForPage: 'First set the page origin, below the code. This page updates automatically.',
  connected: {
    now: (environment: string) => `Connected to ${environment}.`,
    before: (environment: string) => `Not connected to ${environment} right now.`,
  },
  listening: (count: number) =>
    count === 1 ? ' 1 app receives changes.' : ` ${formatNumber(count)} apps receive changes.`,
  lastCall: 'Last request {when}.',
  hints: {
    now: 'Now switch the flag below.',
    on: 'Your flag is on. Switch it off and on again below, and watch your app change.',
    before: 'Start your app to reconnect it. It gets all changes made since.',
  },

  switchTitle: 'Switch your flag',
  switchLater: 'Once your app is connected, switch the flag here and watch your app change.',
  isNow: '{flag} is {state} in {environment}',
  on: 'on',
  off: 'off',
  noValue: "This flag has no value without a rule, so your code's default always applies.",
  live: 'Your flag is live. Your app changed without a restart.',
  follows: 'Your app changes immediately.',
  more: 'To start with some users, set a rollout or a rule on {page}.',
  flagPage: 'the flag page',
};
