/** What became of a change without an answer. */
export const outcomeTexts = {
  saved: (what: string) => `It was saved: ${what}`,
  notSaved: (what: string) => `It was not saved: ${what}`,
  changed: (what: string) => `Changed since: ${what}`,
  theChange: 'the change without an answer',
  valueIn: (flag: string, environment: string) => `${flag} in ${environment}`,
  unknown: (what: string) => `Not known whether it was saved: ${what}`,
  unrecorded: 'It is not in the history yet. Check before you try again.',
  again: 'You can try it again.',
  look: 'Check the current value before you try again.',
};
