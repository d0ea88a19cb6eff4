/** The texts of the dialog that restores an earlier value. */
export const texts = {
  title: (flag: string, environment: string) => `Restore ${flag} in ${environment}`,
  before: 'Before this change',
  after: 'After this change',
  side: 'Value to restore',
  unknown: 'The current value could not be loaded',
  done: (flag: string, environment: string) => `${flag} was restored in ${environment}`,
  overtaken: 'Someone else changed this flag',
  overtakenHint: 'Nothing was restored. Check the changes below and try again.',
  failed: 'Nothing was restored',
  choose: (time: string) => `Restore the value from before or after the change on ${time}.`,
  same: 'This is the current value. Nothing would change.',
  result: (sentence: string) => `After restoring: ${sentence}`,
  restore: 'Restore',
  restoreIn: (environment: string) => `Restore in ${environment}`,
};
