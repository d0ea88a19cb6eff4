import { formatNumber } from '../../../feedback/format.js';
import { flags } from '../texts.js';
import { describeSelected } from './describe-selected.js';

const these = (count: number) => (count === 1 ? 'this flag' : 'these flags');

/** The texts about selected flags. */
export const texts = {
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
  archiveAll: (count: number, archives: boolean) => `${archives ? 'Archive' : 'Unarchive'} ${flags(count)}`,
  archivedDone: (count: number, archives: boolean) =>
    `${flags(count)} ${count === 1 ? 'was' : 'were'} ${archives ? 'archived' : 'unarchived'}`,
  evaluatedBy: (change: string, apps: string) => `${change}; evaluated by ${apps}`,
  archiveFailed: 'Nothing was changed',
};
