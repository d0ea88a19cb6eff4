import { aFlag, aProject, type Project } from '@burgee/testing';

const ON = { is_enabled: true };
/** On for all users, with this value. */
const valued = (targeting_return_value: string) => ({ ...ON, targeting_return_value });
const TEMPLATE = '{"showImages":true,"title":"Check out these pics!","imagesPerPage":100}';
/** 'email == ballmer@macrosoft.com' of test-flags.json; no other user gets it. */
const ruled = (targeting_return_value: string) => ({
  is_enabled: true,
  rollout_percentage: 0,
  targeting_attribute: 'email',
  targeting_value: 'ballmer@macrosoft.com',
  targeting_return_value,
});

/** The flags that rows of the specification and of `provider.feature` use, as Burgee flags. */
const FLAGS: [key: string, type: string, value: object][] = [
  ['boolean-flag', 'boolean', ON],
  ['string-flag', 'string', valued('hi')],
  ['integer-flag', 'number', valued('10')],
  ['float-flag', 'number', valued('0.5')],
  ['object-flag', 'json', valued(TEMPLATE)],
  ['string-zero-flag', 'string', valued('')],
  ['integer-zero-flag', 'number', valued('0')],
  ['float-zero-flag', 'number', valued('0.0')],
  ['object-zero-flag', 'json', valued('{}')],
  ['wrong-flag', 'string', ON],
  ['boolean-disabled-flag', 'boolean', {}],
  ['string-disabled-flag', 'string', {}],
  ['integer-disabled-flag', 'number', {}],
  ['float-disabled-flag', 'number', {}],
  ['object-disabled-flag', 'json', {}],
  ['boolean-targeted-zero-flag', 'boolean', ruled('false')],
  ['string-targeted-zero-flag', 'string', ruled('')],
  ['integer-targeted-zero-flag', 'number', ruled('0')],
  ['float-targeted-zero-flag', 'number', ruled('0.0')],
  ['object-targeted-zero-flag', 'json', ruled('{}')],
  ['boolean-zero-flag', 'boolean', { ...ON, rollout_percentage: 0 }],
  ['large-integer-flag', 'number', valued('2147483647')],
  ['huge-integer-flag', 'number', valued('9007199254740991')],
  ['integral-float-flag', 'number', valued('10.0')],
  ['disabled-boolean-flag', 'boolean', {}],
  ['disabled-string-flag', 'string', { targeting_return_value: 'hi' }],
  ['disabled-integer-flag', 'number', { targeting_return_value: '10' }],
  ['disabled-float-flag', 'number', { targeting_return_value: '0.5' }],
  [
    'targeting-key-flag',
    'string',
    { ...ruled('hit'), targeting_attribute: 'targetingKey', targeting_value: '5c3d8535-f81a-4478-a6d3-afaa4d51199e' },
  ],
  ['changing-flag', 'string', valued('foo')],
];

/** A project in the running cluster with the flags of the specification, in its environment Development. */
export async function aSpecProject(base: string): Promise<Project> {
  const project = await aProject(base);
  for (const [key, type, value] of FLAGS) {
    const flag = await aFlag(project, { key, type });
    if (Object.keys(value).length === 0) continue;
    const path = `/api/flags/${flag.id}/environments/${project.development.id}`;
    const { status, text } = await project.owner.client.patch(path, value);
    if (status !== 200) throw new Error(`${key}: ${status} ${text}`);
  }
  return project;
}
