import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import * as contracts from './index.js';

type Shape = new () => object;

/** What a caller sends. */
const REQUESTS = Object.entries(contracts).filter(([name]) => /(Request|Query)$/.test(name)) as [string, Shape][];

/** Texts that are limited elsewhere: nothing is stored at sign-in, and the rule is checked where a change of it is decided. */
const LIMITED_ELSEWHERE = new Set([
  'LoginRequest.email',
  'EditFlagValueRequest.targeting_attribute',
  'EditFlagValueRequest.targeting_value',
  'EditFlagValueRequest.targeting_return_value',
  'UpdateFlagValueRequest.targeting_attribute',
  'UpdateFlagValueRequest.targeting_value',
  'UpdateFlagValueRequest.targeting_return_value',
]);

const checksOf = (shape: Shape, property: string) =>
  getMetadataStorage()
    .getTargetValidationMetadatas(shape, '', false, false)
    .filter(({ propertyName }) => propertyName === property)
    .map(({ name }) => name);

const textsOf = ([name, shape]: [string, Shape]) => {
  const properties = getMetadataStorage().getTargetValidationMetadatas(shape, '', false, false);
  const texts = new Set(properties.filter((one) => one.name === 'isString').map(({ propertyName }) => propertyName));
  return [...texts].map((property): [string, Shape, string] => [`${name}.${property}`, shape, property]);
};

const TEXTS = REQUESTS.flatMap(textsOf).filter(([name]) => !LIMITED_ELSEWHERE.has(name));

describe('a text that a caller sends', () => {
  it.each(TEXTS)('%s is limited in bytes', (_name, shape, property) => {
    expect(checksOf(shape, property)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(maxBytes|isByteLength)$/)]),
    );
  });

  it('is refused with its limit and its length', () => {
    const faults = (name: string) =>
      validateSync(plainToInstance(contracts.UpdateFlagRequest, { name })).map(({ constraints }) => constraints);
    expect(faults('😀'.repeat(50))).toEqual([]);
    expect(faults(`${'😀'.repeat(50)}!`)).toEqual([
      { maxBytes: 'name must be at most 200 bytes in UTF-8; it has 201' },
    ]);
    expect(faults('')).toEqual([{ minLength: 'name should not be empty' }]);
  });
});

describe('a refusal', () => {
  const firstFault = (shape: Shape, property: string, value: unknown) =>
    validateSync(plainToInstance(shape, { [property]: value }), { stopAtFirstError: true })
      .filter((fault) => fault.property === property)
      .map(({ constraints }) => Object.values(constraints ?? {}));

  it.each<[Shape, string, unknown, string]>([
    [contracts.UpdateFlagValueRequest, 'rollout_percentage', '50', 'must be an integer number'],
    [contracts.UpdateFlagValueRequest, 'rollout_percentage', 101, 'must not be greater than 100'],
    [contracts.UpdateFlagValueRequest, 'served', 'true', 'must be a boolean value'],
    [
      contracts.UpdateFlagValueRequest,
      'served',
      false,
      'can only be true: to stop serving a flag, switch it off or archive it',
    ],
    [contracts.CreateFlagRequest, 'key', 7, 'must be a string'],
    [contracts.CreateFlagRequest, 'tags', 'a', 'must be an array'],
    [contracts.CreateFlagRequest, 'tags', [7], 'must be a string'],
    [contracts.RegisterRequest, 'email', 7, 'must be a string'],
  ])('names the type first: %p %s %j', (shape, property, value, says) => {
    expect(firstFault(shape, property, value)).toEqual([[expect.stringContaining(says)]]);
  });

  it.each(['tomorrow', '2027-03-01', '2027-03-01T09:00:00', '2027-02-30T09:00:00Z', '2027-03-01T09:00:00+25:00', 7])(
    'names the standard for an instant with an offset: %j',
    (at) =>
      expect(firstFault(contracts.ScheduleStep, 'at', at)).toEqual([
        ['at must be an RFC 3339 time with its offset from UTC, such as 2027-03-01T09:00:00+01:00'],
      ]),
  );
});
