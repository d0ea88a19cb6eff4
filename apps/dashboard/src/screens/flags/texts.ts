import type { FlagType } from '@burgee/contracts/wire';
import { capitalize, formatNumber, formatPercent, listNames } from '../../feedback/format.js';
import { describeSelected } from './bulk/describe-selected.js';

const flags = (count: number) => (count === 1 ? '1 flag' : `${formatNumber(count)} flags`);

const countOf = (shown: number, all: number) => `${formatNumber(shown)} of ${flags(all)}`;

const these = (count: number) => (count === 1 ? 'this flag' : 'these flags');

/** The texts of the list of flags. */
export const texts = {
  title: 'Flags',
  tab: (project: string) => `Flags · ${project}`,
  newFlag: 'New flag',

  emptyTitle: 'No flags yet',
  emptyHint:
    'Flags let you ship code switched off, then switch it on for everyone or for some users. Create your first one.',
  noMatch: 'No flags match',
  noMatchHint: 'Change your search or clear the filters.',
  noArchived: 'No archived flags',
  noArchivedHint: 'Archived flags that match your search and filters appear here.',
  noStale: 'No stale flags',
  noStaleHint:
    'A flag is stale after its end date, after 30 days fully on or off in every environment, or after 30 days without reported usage. You can then archive it here.',

  tableLabel: 'Flags',
  keyColumn: 'Flag',
  changedColumn: 'Last change',
  moreColumns: (count: number) => (count === 1 ? '1 more column' : `${formatNumber(count)} more columns`),
  notInView: (columns: string) => `Not in view: ${columns}`,
  noEnvironment: 'No environments',
  /** The button of a row on a phone. */
  dots: (key: string, where: string) => `Environments of ${key}: ${where}`,
  noValue: 'code default',
  percent: formatPercent,
  byRule: 'rule',
  /** After a value: "5 for 13%". */
  forShare: (percent: number) => ` for ${formatPercent(percent)}`,
  /** As a sentence on its own. */
  sentence: (audience: string) => `${capitalize(audience)}.`,
  types: { boolean: 'boolean', string: 'text', number: 'number', json: 'JSON' } satisfies Record<FlagType, string>,

  search: 'Search flags',
  searchHint: 'Search',
  clearSearch: 'Clear search',
  state: 'State',
  stateHint: 'On in any environment, or off in all environments',
  states: { any: 'All', on: 'On', off: 'Off' },
  filters: 'Filters',
  archive: 'Archived flags',
  archives: { any: 'Hide archived', archived: 'Only archived' },
  stage: 'Lifecycle stage',
  stages: {
    any: 'Any lifecycle stage',
    new: 'New',
    active: 'Active',
    'rolled-out': 'Fully rolled out',
    stale: 'Stale',
  },
  type: 'Type',
  anyType: 'Any type',
  environment: 'Environment',
  onAnywhere: 'On in any environment',
  offEverywhere: 'Off in all environments',
  inEnvironment: (name: string, state: 'on' | 'off') => `${state === 'on' ? 'On' : 'Off'} in ${name}`,
  tag: 'Tag',
  anyTag: 'Any tag',
  plus: (count: number) => `+${formatNumber(count)}`,
  moreTags: (tags: readonly string[]) => `More tags: ${listNames(tags)}`,
  owner: 'Owner',
  anyOwner: 'Any owner',
  ownedByMe: 'Owned by me',
  noOwner: 'No owner',
  unknownOwner: 'Unknown person',
  ownerOf: (name: string) => `Owner: ${name}`,
  created: 'Created',
  createdAges: {
    any: 'Created at any time',
    day: 'Created in the last 24 hours',
    week: 'Created in the last 7 days',
    month: 'Created in the last 30 days',
    'not-month': 'Older than 30 days',
    'not-quarter': 'Older than 90 days',
  },
  age: 'Last change',
  ages: {
    any: 'Changed at any time',
    day: 'Changed in the last 24 hours',
    week: 'Changed in the last 7 days',
    month: 'Changed in the last 30 days',
    'not-month': 'Not changed for 30 days',
    'not-quarter': 'Not changed for 90 days',
  },
  order: 'Order',
  orders: {
    key: 'Key, A to Z',
    'key-desc': 'Key, Z to A',
    'changed-desc': 'Newest change first',
    changed: 'Oldest change first',
  },
  clear: 'Clear filters',
  count: (shown: number, all: number) => (shown === all ? flags(all) : countOf(shown, all)),
  countOf,

  help: 'Help',

  selectFlag: (key: string) => `Select ${key}`,
  selectAll: 'Select all flags shown',
  changedBy: (name: string) => `${name} changed this`,

  favorites: 'Favorites',
  favoritesHint: 'Show only your favorites',
  favorite: (key: string) => `Favorite ${key}`,
  favoriteFailed: 'Your favorites were not saved',
  views: {
    title: 'Views',
    hint: 'Saved searches and filters',
  },

  columns: 'Columns',
  columnsOfCards: 'Environments',
  columnsHint: 'Choose which environments you see and in what order. Only your view changes.',
  moveLeft: (name: string) => `Move ${name} to the left`,
  moveRight: (name: string) => `Move ${name} to the right`,
  allColumns: 'Reset',
  orderForAll: 'Use this order for everyone',
  orderedForAll: 'Everyone now sees the environments in this order',
  orderFailed: 'The order was not changed',
  shownOf: (shown: number, all: number) => `${formatNumber(shown)}/${formatNumber(all)}`,

  bulk: {
    label: 'Selected flags',
    count: flags,
    selected: ' selected',
    tooMany: (most: number) => `Select up to ${formatNumber(most)} flags.`,
    switch: 'Switch…',
    tag: 'Tag…',
    archive: 'Archive…',
    unarchive: 'Unarchive…',
    clear: 'Clear',
    clearLabel: 'Clear selection',
    flags: 'Flags that change',

    switchTitle: (count: number) => `Switch ${flags(count)}`,
    chooseEnvironment: 'Choose an environment',
    state: 'New state',
    already: (isOn: boolean) => `is already ${isOn ? 'on' : 'off'}`,
    byRule: "on for users who match its rule, all others get your code's default",
    itsValue: (percent: number) =>
      percent === 100 ? 'on; everyone gets its value' : `on; ${formatPercent(percent)} of users get its value`,
    withRule: (audience: string) => `${audience}; its rule applies to some`,
    turnsOn: (audience: string) => `off, becomes ${audience}`,
    turnsOff: (audience: string) => `${audience}; becomes off`,
    switchAll: (count: number, isOn: boolean, environment: string) =>
      `Switch ${flags(count)} ${isOn ? 'on' : 'off'} in ${environment}`,
    switched: (count: number, isOn: boolean, environment: string) =>
      `${flags(count)} ${count === 1 ? 'is' : 'are'} ${isOn ? 'on' : 'off'} in ${environment}`,
    switchFailed: 'No flags were switched',

    tagTitle: (count: number) => `Tag ${flags(count)}`,
    tagAction: 'Action',
    addTags: 'Add tags',
    removeTags: 'Remove tags',
    tags: 'Tags',
    noTags: 'no tags',
    tagAll: (count: number, adds: boolean) => (adds ? `Add to ${flags(count)}` : `Remove from ${flags(count)}`),
    tagged: (count: number) => `Tags of ${flags(count)} changed`,
    tagsRestored: (count: number) => `Tags of ${flags(count)} restored`,
    tagFailed: 'No tags were changed',
    tagsNotRestored: 'The tags were not restored',
    tagMissing: 'Enter a tag.',

    archiveTitle: (count: number, archives: boolean) => `${archives ? 'Archive' : 'Unarchive'} ${flags(count)}?`,
    toArchived: 'Show archived flags',
    archiveHint: (count: number) =>
      `In apps that still use ${these(count)}, your code's default applies. You can unarchive ${count === 1 ? 'it' : 'them'} at any time.`,
    onInProtected: (environment: string, on: number, all: number) =>
      `${describeSelected(on, all)} on in ${environment}, which is protected.`,
    unarchiveHint: (count: number) => `Apps get the values of ${these(count)} again.`,
    onIn: (environments: string) => `on in ${environments}`,
    offEverywhere: 'off in all environments',
    archiveAll: (count: number, archives: boolean) => `${archives ? 'Archive' : 'Unarchive'} ${flags(count)}`,
    archivedDone: (count: number, archives: boolean) =>
      `${flags(count)} ${count === 1 ? 'was' : 'were'} ${archives ? 'archived' : 'unarchived'}`,
    evaluatedBy: (change: string, apps: string) => `${change}; evaluated by ${apps}`,
    archiveFailed: 'Nothing was changed',
  },

  create: {
    title: 'New flag',
    key: 'Key',
    keyHint: 'The name your code uses. You cannot change it later.',
    keyExample: 'new-checkout',
    keyMissing: 'Enter a key.',
    keyWrong: 'Start with a letter or digit. Then use letters, digits, dots, hyphens and underscores.',
    name: 'Name',
    nameExample: 'New checkout',
    type: 'Type',
    types: {
      boolean: ['Boolean', 'On or off. The right choice for most flags.'],
      string: ['Text', 'One of several texts, such as a variant.'],
      number: ['Number', 'A limit, a size or a price.'],
      json: ['JSON', 'Several settings in one value.'],
    } satisfies Record<FlagType, readonly [string, string]>,
    description: 'Description',
    descriptionExample: 'What it controls and when it can be removed',
    more: 'More',
    submit: 'Create flag',
    failed: 'The flag was not created',
  },
};
