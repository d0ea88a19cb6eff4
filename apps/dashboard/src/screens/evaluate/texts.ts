import { formatNumber as number, formatPercent as percent } from '../../feedback/format.js';

/** The texts of the page "Test a user". */
export const texts = {
  title: 'Test a user',
  tab: (project: string) => `Test a user · ${project}`,
  lead: 'See what a flag returns for a user in each environment. Nothing is saved or changed.',
  copyLink: 'Copy link',
  copied: 'Copied',
  gone: 'This flag does not exist',
  goneHint: 'It was deleted, or the link belongs to another project. The history shows who deleted it.',
  archived: (flag: string) => `${flag} is archived`,
  archivedHint: "Your code's default applies to every user, in all environments.",
  toFlag: 'Go to the flag',
  choose: 'Choose a flag',
  chooseHint: 'Then enter a user to see what the flag returns in each environment, and why.',
  none: 'No flags yet',
  noneHint: 'Create a flag, then test what a user gets.',
  toFlags: 'Go to flags',

  user: 'User',
  flag: 'Flag',
  flagHint: 'Type part of its key, or choose from the list.',
  flagExample: 'Flag key',
  targetingKey: 'Targeting key',
  targetingKeyHint: 'The user ID. Percentage rollouts are based on it.',
  targetingKeyExample: 'user-1',
  attributes: 'Attributes',
  attributesHint: 'JSON that rules match against.',
  attributesExample: '{\n  "plan": "pro"\n}',
  suggestion: '{name} is {value}',
  notJson: 'This is not valid JSON.',
  notObject: 'Enter a JSON object, for example {"plan": "pro"}.',
  waiting: 'Enter valid JSON to see results.',

  results: 'Result',
  codeDefault: "your code's default",
  bucket: (bucket: number) => `bucket ${bucket}`,
  bucketHint:
    'Each user has a fixed bucket from 0 to 99 for this flag, computed from the targeting key. A 25% rollout covers buckets 0 to 24.',
  reasonHint: 'The small code is the OpenFeature reason that SDKs report with the result.',

  why: {
    disabled: 'The flag is off in this environment.',
    notServed: 'The flag is not served in this environment yet.',
    rule: (attribute: string, value: string) => `The rule matches: ${attribute} is ${value}.`,
    wrongType: (type: string) => `The stored value is not a valid ${type}.`,
    noMatch: (attribute: string, value: string) =>
      `The rule does not match: ${attribute} is not ${value}. Only matching users get a value.`,
    noValue: "The flag has no value in this environment, so your code's default applies.",
    everyone: 'The flag is on for everyone.',
    noOne: 'The rollout is 0%: nobody gets it.',
    noKey: (share: number) =>
      `A user without a targeting key is outside the ${percent(share)} rollout. Enter the user ID as the targeting key.`,
    inside: (bucket: number, share: number) =>
      `Bucket ${bucket} is below ${share}, so this user is in the ${percent(share)} rollout.`,
    outside: (bucket: number, share: number) =>
      `Bucket ${bucket} is not below ${share}, so this user is outside the ${percent(share)} rollout.`,
  },

  ramp: {
    title: 'Try a rollout',
    sample: 'Preview with 1,000 sample users, as if the flag were on. Nothing is changed.',
    own: (count: number) =>
      `Preview with ${count === 1 ? '1 user' : `${number(count)} users`} of yours, as if the flag were on. Nothing is changed.`,
    environment: 'Environment',
    slider: 'Percentage to try',
    back: (share: number) => `Back to ${percent(share)}`,
    users: 'Your users',
    usersHint: (most: number) => `One targeting key per line, up to ${number(most)}. They never leave this page.`,
    usersExample: 'user-1\nuser-2',
    count: '{count} get it at {share}. {change}',
    of: (on: number, all: number) => `${number(on)} of ${number(all)} users`,
    more: (count: number, share: number) => `That is ${number(count)} more than at ${percent(share)}; nobody loses it.`,
    fewer: (count: number, share: number) => `That is ${number(count)} fewer than at ${percent(share)}.`,
    same: 'This is the current rollout.',
    grid: 'One square per user. See the numbers above.',
    inBucket: (key: string, bucket: number) => `${key}: bucket ${bucket}`,
    histogram: (share: number) => `Users per bucket, 0 to 99. Buckets below ${share} get the flag.`,
    bar: (bucket: number, count: number) => `bucket ${bucket}: ${number(count)}`,
    histogramHint: 'Users per bucket, 0 to 99. The line marks the percentage.',
    legend: { on: 'get it', added: 'gain it', dropped: 'lose it', off: 'do not get it', ruled: 'match the rule' },
  },

  table: {
    label: 'Users',
    user: 'User',
    bucket: 'Bucket',
    from: 'Included from',
    state: 'At this percentage',
    always: '–',
    states: {
      on: 'gets it',
      added: 'gains it',
      dropped: 'loses it',
      off: 'does not get it',
      ruled: 'matches the rule',
    },
    first: (shown: number, all: number) => `The first ${number(shown)} of ${number(all)}.`,
  },
};
