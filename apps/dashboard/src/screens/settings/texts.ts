import type { Sent } from '../../api/send-file.js';
import { formatPercent, listNames } from '../../feedback/format.js';

/** The texts of the settings of a project. */
export const texts = {
  title: 'Settings',
  tab: (project: string) => `Settings · ${project}`,
  noDescription: 'No description.',
  readOnly: 'Only admins and owners can change settings.',
  about: 'Name and description',
  nameMissing: 'Enter a name.',
  failed: 'Nothing was saved',
  name: 'Name',
  description: 'Description',
  descriptionHint: 'What the project is for and who is responsible.',
  save: 'Save',
  saved: 'Saved',
  leave: 'Leave without saving? The new name and description will be lost.',
  transfer: 'Export and import',
  transferHint:
    'One file with all environments, their approvals and required comments, and all flags. Not in it: freezes, schedules, webhooks, keys, people. Imports add and update; they never delete or loosen a rule.',
  export: 'Export',
  import: 'Import',
  importHint: 'Everything that is not in the file stays unchanged.',
  file: 'File',
  filePlaceholder: 'burgee.json',
  sent: ({ bytes, of }: Sent) =>
    bytes < of ? `Sending the file: ${formatPercent((100 * bytes) / of)}` : 'Burgee is reading the file.',
  nothingImported: 'Nothing was imported',
  plan: 'What will change',
  nothingToDo: 'The project already matches the file. Nothing will change.',
  reordered: 'The order of environments changes.',
  created: 'new',
  loosens: (rules: readonly string[]) => `refused, because it would loosen ${listNames(rules)}`,
  environment: (slug: string) => `Environment ${slug}`,
  valuesIn: (slugs: readonly string[]) => `value in ${listNames(slugs)}`,
  left: (environments: number, flags: number) =>
    `${environments} ${environments === 1 ? 'environment' : 'environments'} and ${flags} ${flags === 1 ? 'flag' : 'flags'} stay unchanged.`,
  more: (count: number) => `and ${count} more`,
  cancel: 'Cancel',
  imported: 'Imported',
  delete: 'Delete project',
  deleteHint: 'Deletes all flags and environments. Apps that use its keys can no longer connect.',
  deleteType: 'Type {word}, the project name',
  notDeleted: 'Nothing was deleted',
  deleteWhy: (project: string, environments: readonly string[]) =>
    `This deletes all flags of ${project}${
      environments.length > 0 ? ` in ${listNames(environments)}` : ''
    }. All keys stop working immediately. You cannot undo this.`,
  deleted: (project: string) => `${project} was deleted`,
};
