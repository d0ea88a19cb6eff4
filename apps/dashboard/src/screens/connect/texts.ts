import { capitalize, formatNumber } from '../../feedback/format.js';

/** What the page "Connect an app" says. */
export const texts = {
  title: 'Connect an app',
  tab: (project: string) => `Connect · ${project}`,
  lead: 'Create a flag, connect your app with an SDK key or client key, and switch the flag from here.',
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
  keyHint: 'The name that your code uses. The flag is on or off, and starts switched off.',
  createFlag: 'Create flag',

  keyTitle: 'Connect your app',
  environment: 'Environment',
  keyLater: 'Your SDK key and the code to paste will appear here.',
  keyForEditors: (environment: string) =>
    `Only editors, admins and owners can see SDK keys and client keys. Ask an admin of this project for the role or for a key of ${environment}.`,
  sdkKeyOf: (environment: string) => `SDK key of ${environment}`,
  clientKeyOf: (environment: string) => `client key of ${environment}`,
  keyLabel: capitalize,
  sdkKeyHint: 'An SDK key gives access to all rules. Use it on servers only.',
  clientKeyHint: 'A client key gives access to decisions, not to rules. Anyone can read it in your page.',
  codeFailed: 'The code could not be loaded',
  code: (language: string) => `${language} snippet`,

  pagesOf: 'Only web pages of {origin} can connect.',
  changeOrigin: 'Change or check the page origin',
  checkOrigin: 'Check a page origin',
  noPages: (environment: string) =>
    `Web pages cannot connect to ${environment} yet. An admin of this project can set its page origin.`,
  origin: 'Page origin',
  originHint: (environment: string) =>
    `The address of your page, without the path. Web pages can connect to ${environment} only from there.`,
  originExample: 'http://localhost:3000',
  addressWrong: 'Paste the address of your page from the browser, for example http://localhost:3000.',
  addressWithoutOrigin: (scheme: string) =>
    `Browsers send no address for ${scheme} pages. Serve the page over http, for example with npx serve.`,
  allow: 'Allow',

  waiting: (environment: string) => `Waiting for your app to connect to ${environment}…`,
  waitingBlind: ' NATS is not reachable, so this can take longer than usual.',
  waitingUnknown: 'The connection status is unknown at the moment. This page keeps trying.',
  waitingHint: 'This page updates automatically. If nothing happens, check the console of your app.',
  waitingForPage: 'This page updates automatically. First set the page origin, below the code.',
  connected: {
    now: (environment: string) => `Connected to ${environment}.`,
    before: (environment: string) => `Not connected to ${environment} at the moment.`,
  },
  listening: (count: number) =>
    count === 1 ? ' 1 app receives changes.' : ` ${formatNumber(count)} apps receive changes.`,
  lastCall: 'Last request {when}.',
  hints: {
    now: 'Now switch the flag below.',
    on: 'Your flag is on. Switch it off and on again below, and watch your app follow.',
    before: 'Start your app to connect it again. It receives all changes made since.',
  },

  switchTitle: 'Switch your flag',
  switchLater: 'When your app is connected, switch the flag here and watch your app change.',
  isNow: '{flag} is {state} in {environment}',
  on: 'on',
  off: 'off',
  noValue: 'This flag has no value without a rule, so your app always uses the default in your code.',
  live: 'Your flag is live. Your app has changed without a restart.',
  follows: 'Your app follows immediately.',
  more: 'To start with some of your users, set a rollout or a rule on {page}.',
  flagPage: 'the page of the flag',
};
