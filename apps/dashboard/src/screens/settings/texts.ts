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
  delete: 'Delete project',
  deleteHint: 'Deletes all flags and environments. Apps that use its keys can no longer connect.',
  deleteWord: 'name of the project',
  deleteWhy: (project: string, environments: readonly string[]) =>
    `This deletes all flags of ${project}${
      environments.length > 0 ? ` in ${listNames(environments)}` : ''
    }. All keys stop working immediately. You cannot undo this.`,
  deleted: (project: string) => `${project} was deleted`,
};
