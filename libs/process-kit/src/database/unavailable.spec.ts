import { describe, expect, it } from '@jest/globals';
import { isDatabaseUnavailable, tookTooLong } from './unavailable.js';

const withCode = (code: string) => Object.assign(new Error('an error'), { code });
const inDriver = (code: string) => Object.assign(new Error('query failed'), { driverError: withCode(code) });

describe('an error that means that Postgres is unavailable', () => {
  it.each([
    ['nothing listens', withCode('ECONNREFUSED')],
    ['its socket is missing', Object.assign(withCode('ENOENT'), { syscall: 'connect' })],
    ['the connection was reset', withCode('ECONNRESET')],
    ['it shuts down', inDriver('57P01')],
    ['another backend crashed', inDriver('57P02')],
    ['it is starting', withCode('57P03')],
    ['no connection is left', withCode('53300')],
    ['the disk is full', inDriver('53100')],
    ['it is read-only', inDriver('25006')],
    ['a lock timed out', inDriver('55P03')],
    ['a query timed out', new Error('Query read timeout')],
    ['the connection broke in the middle of a transaction', new Error('Connection terminated unexpectedly')],
    [
      'it broke between two steps of a transaction',
      new Error('Database connection provided by a query runner was already released, cannot continue'),
    ],
    ['a query runner was released', new Error('Query runner already released. Cannot run queries anymore.')],
    ['the cause of another error', new Error('failed', { cause: withCode('ECONNREFUSED') })],
    ['all addresses failed', new AggregateError([withCode('ECONNREFUSED')])],
  ])('%s', (_name, error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each([
    ['a value does not fit', inDriver('22P02')],
    ['a duplicate row', inDriver('23505')],
    ['a table is missing', inDriver('42P01')],
    ['a file is missing', Object.assign(withCode('ENOENT'), { syscall: 'open' })],
    ['a bug', new TypeError('undefined is not a function')],
    ['no error', 'text'],
  ])('not: %s', (_name, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});

describe('a statement that took too long', () => {
  it.each([
    ['Postgres cancelled it', inDriver('57014'), true],
    ['we gave up', new Error('Query read timeout'), true],
    ['it waited for a lock', inDriver('55P03'), false],
    ['the connection broke', withCode('ECONNRESET'), false],
  ])('%s', (_name, error, expected) => expect(tookTooLong(error)).toBe(expected));
});
