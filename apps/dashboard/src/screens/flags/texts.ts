import type { FlagType } from '@burgee/contracts/wire';
import { formatNumber, formatPercent } from '../../feedback/format.js';

const flags = (count: number) => (count === 1 ? '1 flag' : `${formatNumber(count)} flags`);

/** What the list of flags says. */
export const texts = {
  title: 'Flags',
  tab: (project: string) => `Flags · ${project}`,
  newFlag: 'New flag',

  emptyTitle: 'No flags yet',
  emptyHint:
    'A flag lets you ship code that is switched off, and switch it on later, for everyone or for some of your users. Create your first one.',
  noMatch: 'No flags match',
  noMatchHint: 'Change your search or clear the filters.',

  tableLabel: 'Flags',
  keyColumn: 'Flag',
  changedColumn: 'Last change',
  noEnvironment: 'No environments',
  protected: 'protected',
  hasRule: 'has a rule',
  percent: formatPercent,
  types: { boolean: 'boolean', string: 'text', number: 'number', json: 'JSON' } satisfies Record<FlagType, string>,

  search: 'Search flags',
  searchHint: 'Search',
  clearSearch: 'Clear search',
  state: 'State',
  states: { any: 'All', on: 'On', off: 'Off' },
  filters: 'Filters',
  use: 'Archive',
  uses: { inUse: 'In use', archived: 'Archived' },
  type: 'Type',
  anyType: 'Any type',
  environment: 'Environment',
  onAnywhere: 'On in any environment',
  offEverywhere: 'Off in all environments',
  inEnvironment: (name: string, state: 'on' | 'off') => `${state === 'on' ? 'On' : 'Off'} in ${name}`,
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
  count: (shown: number, all: number) => (shown === all ? flags(all) : `${formatNumber(shown)} of ${flags(all)}`),

  columns: 'Columns',
  columnsHint: 'Choose which environments you see and in which order. Only your own view changes.',
  moveLeft: (name: string) => `Move ${name} to the left`,
  moveRight: (name: string) => `Move ${name} to the right`,
  allColumns: 'Reset',
  shownOf: (shown: number, all: number) => `${formatNumber(shown)}/${formatNumber(all)}`,

  create: {
    title: 'New flag',
    key: 'Key',
    keyHint: 'The name that your code uses. You cannot change it later.',
    keyExample: 'new-checkout',
    keyMissing: 'Enter a key.',
    keyWrong: 'A key starts with a letter or a digit. Letters, digits, dots, hyphens and underscores may follow.',
    name: 'Name',
    nameExample: 'New checkout',
    type: 'Type',
    types: {
      boolean: ['Boolean', 'On or off. The right choice for most flags.'],
      string: ['Text', 'One of several texts, for example a variant.'],
      number: ['Number', 'A limit, a size or a price.'],
      json: ['JSON', 'Several settings in one value.'],
    } satisfies Record<FlagType, readonly [string, string]>,
    description: 'Description',
    descriptionExample: 'What it controls, and when it can be removed',
    cancel: 'Cancel',
    submit: 'Create flag',
    failed: 'The flag was not created',
  },
};
