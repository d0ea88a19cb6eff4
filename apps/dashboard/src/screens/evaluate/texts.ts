import { formatNumber as number, formatPercent as percent } from '../../feedback/format.js';

/** What the page "Who gets a flag" says. */
export const texts = {
  title: 'Who gets a flag',
  tab: (project: string) => `Who gets a flag · ${project}`,
  lead: 'See what a flag returns for a user in each environment. Nothing is sent or changed.',
  copyLink: 'Copy link',
  copied: 'Copied',
  gone: 'This flag does not exist',
  goneHint: 'It was deleted, or the link is from another project. The history shows who deleted it.',
  archived: (flag: string) => `${flag} is archived`,
  archivedHint: 'Every user gets the default in your code, in all environments.',
  toFlag: 'Go to the flag',
  choose: 'Choose a flag',
  chooseHint: 'Then enter a user, and see what the flag returns for that user in each environment, and why.',
  none: 'No flags yet',
  noneHint: 'Create a flag to see who gets it.',
  toFlags: 'Go to flags',

  user: 'User',
  flag: 'Flag',
  flagHint: 'Type part of its key, or choose from the list.',
  flagExample: 'Key of a flag',
  targetingKey: 'Targeting key',
  targetingKeyHint: 'The ID of the user. Rollouts use it to choose users.',
  targetingKeyExample: 'user-1',
  attributes: 'Attributes',
  attributesHint: 'As JSON. Rules compare these.',
  attributesExample: '{\n  "plan": "pro"\n}',
  suggestion: '{name} is {value}',
  notJson: 'This is not valid JSON.',
  notObject: 'Enter a JSON object, for example {"plan": "pro"}.',
  waiting: 'The results appear when the attributes are valid JSON.',

  results: 'Result',
  codeDefault: 'the default in your code',
  bucket: (bucket: number) => `bucket ${bucket}`,
  bucketHint:
    'A bucket is a number from 0 to 99 that each user has for this flag, always the same one. It is made from the targeting key. A rollout of 25% is for buckets 0 to 24.',
  reasonHint: 'The code in small print is the reason that the SDKs report for the result, as OpenFeature names it.',

  why: {
    disabled: 'The flag is off in this environment.',
    rule: (attribute: string, value: string) => `The rule matches: ${attribute} is ${value}.`,
    wrongType: (type: string) => `The stored value is not of type ${type}.`,
    noMatch: (attribute: string, value: string) =>
      `The rule does not match: ${attribute} is not ${value}. Only users who match get a value.`,
    noValue: 'The flag has no value in this environment, so everyone gets the default in your code.',
    everyone: 'The flag is on for everyone.',
    noOne: 'The rollout is 0%, so no one gets it.',
    noKey: (share: number) =>
      `The rollout is ${percent(share)} of users. A user without a targeting key is not among them: enter the ID of the user as the targeting key.`,
    inside: (bucket: number, share: number) =>
      `Bucket ${bucket} is below ${share}, so this user is among the ${percent(share)}.`,
    outside: (bucket: number, share: number) =>
      `Bucket ${bucket} is not below ${share}, so this user is not among the ${percent(share)}.`,
  },

  ramp: {
    title: 'Try a rollout',
    sample: 'This shows 1,000 sample users as if the flag were on. Nothing is changed.',
    own: (count: number) => `This shows ${number(count)} of your users as if the flag were on. Nothing is changed.`,
    environment: 'Environment',
    slider: 'Percentage to try',
    back: (share: number) => `Back to ${percent(share)}`,
    users: 'Your users',
    usersHint: (most: number) => `One targeting key per line, at most ${number(most)}. They stay on this page.`,
    usersExample: 'user-1\nuser-2',
    count: '{count} get it at {share}. {change}',
    of: (on: number, all: number) => `${number(on)} of ${number(all)} users`,
    more: (count: number, share: number) => `That is ${number(count)} more than at ${percent(share)}. No one loses it.`,
    fewer: (count: number, share: number) => `That is ${number(count)} fewer than at ${percent(share)}.`,
    same: 'This is the current rollout.',
    grid: 'One square per user. The numbers are above.',
    inBucket: (key: string, bucket: number) => `${key}: bucket ${bucket}`,
    histogram: (share: number) => `Users per bucket, 0 to 99. Buckets below ${share} get the flag.`,
    bar: (bucket: number, count: number) => `bucket ${bucket}: ${number(count)}`,
    histogramHint: 'Users per bucket, 0 to 99. The line marks the percentage.',
    legend: { on: 'get it', added: 'gain it', dropped: 'lose it', off: 'do not get it', ruled: 'get it by the rule' },
  },

  table: {
    label: 'Users one by one',
    user: 'User',
    bucket: 'Bucket',
    from: 'Gets it from',
    state: 'At this percentage',
    always: '–',
    states: {
      on: 'gets it',
      added: 'gains it',
      dropped: 'loses it',
      off: 'does not get it',
      ruled: 'gets it by the rule',
    },
    first: (shown: number, all: number) => `The first ${number(shown)} of ${number(all)}.`,
  },
};
