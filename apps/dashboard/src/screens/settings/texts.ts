import { listNames } from '../../feedback/format.js';

/** What the settings of a project say. */
export const texts = {
  title: 'Settings',
  tab: (project: string) => `Settings · ${project}`,
  noDescription: 'No description.',
  readOnly: 'Only admins and owners can change the settings.',
  about: 'Name and description',
  nameMissing: 'Enter a name.',
  failed: 'Nothing was saved',
  name: 'Name',
  description: 'Description',
  descriptionHint: 'What the project is for, and who is responsible.',
  save: 'Save',
  saved: 'Saved',
  transfer: 'Export and import',
  transferHint:
    'All environments and flags in one file, without keys or people. An import adds and changes what is in a file, and deletes nothing.',
  export: 'Export',
  import: 'Import',
  importHint: 'What is not in the file stays as it is.',
  file: 'File',
  filePlaceholder: 'burgee.json',
  nothingImported: 'Nothing was imported',
  plan: 'What will change',
  nothingToDo: 'Everything is as the file says. Nothing will change.',
  reordered: 'The environments get another order.',
  created: 'new',
  environment: (slug: string) => `Environment ${slug}`,
  valuesIn: (slugs: readonly string[]) => `value in ${listNames(slugs)}`,
  left: (environments: number, flags: number) =>
    `${environments} ${environments === 1 ? 'environment' : 'environments'} and ${flags} ${flags === 1 ? 'flag' : 'flags'} stay as they are.`,
  more: (count: number) => `and ${count} more`,
  cancel: 'Cancel',
  imported: 'Imported',
  delete: 'Delete project',
  deleteHint: 'Deletes all flags and environments. Apps that use its keys can no longer connect.',
  deleteWord: 'name of the project',
  deleteWhy: (project: string, environments: readonly string[]) =>
    `This deletes all flags of ${project}${
      environments.length > 0 ? ` in ${listNames(environments)}` : ''
    }. All keys stop working immediately. You cannot undo this.`,
  deleted: (project: string) => `${project} was deleted`,
};
