import type { FlagType } from '@burgee/contracts/wire';
import { capitalize, formatNumber, formatPercent, listNames } from '../../feedback/format.js';

export const flags = (count: number) => (count === 1 ? '1 flag' : `${formatNumber(count)} flags`);

const countOf = (shown: number, all: number) => `${formatNumber(shown)} of ${flags(all)}`;

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

  audience: {
    byRule: "on for users who match its rule, all others get your code's default",
    itsValue: (percent: number) =>
      percent === 100 ? 'on; everyone gets its value' : `on; ${formatPercent(percent)} of users get its value`,
    withRule: (audience: string) => `${audience}; its rule applies to some`,
    onIn: (environments: string) => `on in ${environments}`,
    offEverywhere: 'off in all environments',
    offElsewhere: 'off elsewhere',
    notServedIn: (environments: string) => `not served yet in ${environments}`,
  },
};
