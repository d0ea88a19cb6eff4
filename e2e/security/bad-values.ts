// Values that fields of the API must refuse, by what the field wants.

export const NOT_TEXT = [1, 1.5, true, [], {}, ['a'], { $ne: null }, { a: 'b' }];
export const NO_TEXT = [...NOT_TEXT, null];
export const NOT_BOOLEAN = ['false', 'true', '', 0, 1, null, [], {}, 'on'];
export const NOT_PERCENTAGE = [
  '50',
  '',
  null,
  true,
  [],
  {},
  1.5,
  Infinity,
  -1,
  101,
  Number.MAX_SAFE_INTEGER,
  2 ** 31,
  -0.5,
];
export const NOT_SECONDS = [...NOT_PERCENTAGE.filter((one) => one !== 101), 59, 2_592_001];
export const NOT_TOKEN = [...NO_TEXT, '', 't'.repeat(201), undefined];
export const NOT_ROLE = [...NO_TEXT, '', 'Owner', 'root', 'owner ', 'toString', '__proto__'];
export const NOT_EMAIL = [...NO_TEXT, '', 'x', 'a@', '@b.c', 'a b@c.d', `${'a'.repeat(250)}@b.cd`, 'a@b.c\nBcc: d@e.f'];
export const NOT_SLUG = [...NO_TEXT, '', '-a', 'a-', 'A', 'a b', 'ä', 'a'.repeat(65), '../a', 'a/b'];
export const NOT_URL = [
  ...NOT_TEXT,
  'x',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'http://',
  'http://u:p@a.b',
  '//a.b',
  'null',
  '*',
];

export const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';
export const isObject = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one);
/** No project has the environment. */
export const NO_ENVIRONMENT_ROLES = [
  1,
  true,
  'viewer',
  null,
  ['viewer'],
  { production: 'viewer' },
  ...['admin', 'Viewer', '', 1, true, {}, 'viewer'].map((role) => ({ [UNKNOWN_ID]: role })),
];
export const NO_IDS = [
  ...NO_TEXT,
  'x',
  [],
  [1],
  [null],
  [{}],
  ['x'],
  [UNKNOWN_ID],
  Array.from({ length: 201 }, () => UNKNOWN_ID),
];
/** None is all of them. */
export const NO_ENVIRONMENT_IDS = NO_IDS.filter((ids) => !Array.isArray(ids) || ids.length > 0);
export const NOT_WEBHOOK = [
  ...NO_TEXT,
  '',
  'x',
  'ftp://a.b',
  'javascript:alert(1)',
  'https://u:p@a.b',
  'https://a.b/#c',
  '//a.b',
  `https://a.b/${'a'.repeat(2_048)}`,
];
export const NOT_ACTIONS = [
  ...NO_TEXT.filter((one) => !Array.isArray(one)),
  'flag_toggle',
  ['flag_toggle', 'flag_toggle'],
  ['sign_in'],
  [1],
  [null],
  ['toString'],
];
export const NO_LIST = [...NO_TEXT.filter((one) => !Array.isArray(one)), ''];
export const NOT_TAGS = [
  ...NO_TEXT.filter((one) => !Array.isArray(one)),
  '',
  'a',
  [1],
  [null],
  [''],
  ['A'],
  ['a b'],
  ['-a'],
  ['t'.repeat(51)],
  Array.from({ length: 21 }, (_, n) => `t${n}`),
];
const AT = new Date(Date.now() + 86_400_000).toISOString();
export const NOT_STEPS = [
  ...NO_TEXT,
  '',
  [],
  [null],
  [{}],
  [{ at: AT }],
  [{ patch: { is_enabled: true } }],
  [{ at: AT, patch: {} }],
  [{ at: AT, patch: [] }],
  [{ at: AT, patch: { is_enabled: 'true' } }],
  [{ at: AT, patch: { is_enabled: true }, more: 1 }],
  [{ at: AT, patch: { targeting_attribute: 'a' } }],
  ...[
    1,
    null,
    '',
    'tomorrow',
    '2999-01-01T00:00:00Z',
    '2020-01-01T00:00:00Z',
    AT.replace('Z', ''),
    `${AT}[Europe/Oslo]`,
  ].map((at) => [{ at, patch: { is_enabled: true } }]),
  Array.from({ length: 21 }, () => ({ at: AT, patch: { is_enabled: true } })),
  Array.from({ length: 2 }, () => ({ at: AT, patch: { is_enabled: true } })),
];
export const NOT_ENVIRONMENTS = [1, null, 'x', [], {}, { name: '' }, { name: 'a', id: 'b' }, { name: 'a', url: 'x' }];

/** Values that each field of an exchange, or of a trust, must refuse. */
export const BAD_EXCHANGE = {
  grant_type: [...NO_TEXT, '', 'password', undefined],
  subject_token: [...NO_TEXT, '', 't'.repeat(20_001), undefined],
  subject_token_type: [...NO_TEXT, '', 'jwt', undefined],
  audience: [...NO_TEXT, '', 'x', undefined],
  requested_token_type: [...NO_TEXT, 'jwt'],
};
export const BAD_TRUST = {
  name: [...NO_TEXT, '', 'n'.repeat(101), undefined],
  provider: [...NO_TEXT, '', 'GitHub', 'toString', undefined],
  issuer: [...NO_TEXT, '', 'x', 'ftp://a.b', 'javascript:alert(1)', 'https://a@b.c', undefined],
  audience: [...NO_TEXT, '', 'a'.repeat(301), undefined],
  claims: [
    ...NO_TEXT,
    'x',
    { project_id: 1 },
    { project_id: '' },
    { project_id: 'acme/shop', ref_path: 'x' },
    undefined,
  ],
  verbs: [...NO_TEXT, 'read', ['administer'], ['read', 'read'], undefined],
  environments: NO_ENVIRONMENT_IDS,
  minutes: [...NOT_PERCENTAGE, 0],
  limits: [...NO_TEXT.filter((one) => !isObject(one)), { step: 101 }, { changes: -1 }, { ask: 'yes' }, { more: 1 }],
};
