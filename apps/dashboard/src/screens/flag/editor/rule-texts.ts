/** The texts of the fields that edit a rule. */
export const texts = {
  noRule: 'No rule',
  addRule: 'Add rule',
  ruleIn: (environment: string) => `Rule in ${environment}`,
  attribute: 'If attribute',
  attributeExample: 'country',
  comparison: 'Comparison',
  is: 'is',
  isOneOf: 'is one of',
  wanted: 'Rule value',
  wantedExample: 'NO',
  asOneText: 'Compared as one text: this is not a JSON list of texts.',
  values: {
    label: 'Rule values',
    hint: 'Press Enter after each value, or paste a column from a spreadsheet.',
    remove: (value: string) => `Remove ${value}`,
  },
  returns: 'the value is',
  removeRule: 'Remove rule',
};
