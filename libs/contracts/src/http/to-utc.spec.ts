import { describe, expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { AuditExportQuery } from './audit.js';
import { toUtc } from './to-utc.js';

describe('an instant', () => {
  it.each([
    ['2027-03-01T09:00:00+01:00', '2027-03-01T08:00:00.000Z'],
    ['2027-03-01T09:00:00.123456Z', '2027-03-01T09:00:00.123Z'],
    ['2027-03-01T09:00', '2027-03-01T09:00:00.000Z'],
    ['2027-03-01', '2027-03-01T00:00:00.000Z'],
    // Postgres knows offsets below 16 hours.
    ['2000-01-01T00:00:00+16:00', '1999-12-31T08:00:00.000Z'],
  ])('%s is handed on as %s', (given, utc) => {
    expect(toUtc(given)).toBe(utc);
    expect(plainToInstance(AuditExportQuery, { from: given })).toMatchObject({ from: utc });
  });

  it.each([
    '',
    'yesterday',
    '2027-02-30T00:00:00Z',
    '2027-W09-1T00:00Z',
    '0001-01-01T00:00:00+10:00',
    '9999-12-31T23:00:00-10:00',
    7,
  ])('%s is none', (given) => {
    const faults = validateSync(plainToInstance(AuditExportQuery, { from: given }));
    expect(faults.map(({ constraints }) => constraints)).toEqual([
      { isInstant: 'from must be an ISO 8601 time, such as 2027-03-01T09:00:00Z' },
    ]);
  });
});
