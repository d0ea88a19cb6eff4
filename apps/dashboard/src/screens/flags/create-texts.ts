import type { FlagType } from '@burgee/contracts/wire';

/** The texts of the form for a new flag. */
export const texts = {
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
  tags: 'Tags',
  more: 'More',
  submit: 'Create flag',
  failed: 'The flag was not created',
};
