import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { driverCode } from './driver-code.js';

const source = (path: string) => readFileSync(join(process.cwd(), 'node_modules', path), 'utf8');

describe('a code for an error of the drivers', () => {
  it.each([
    ['pg/lib/client.js', 'Query read timeout', 'QUERY_TIMEOUT'],
    ['pg/lib/client.js', 'Connection terminated unexpectedly', 'CONNECTION_LOST'],
    ['pg/lib/client.js', 'Client has encountered a connection error and is not queryable', 'CONNECTION_LOST'],
    ['pg/lib/client.js', 'timeout expired', 'CONNECT_TIMEOUT'],
    ['pg-pool/index.js', 'timeout exceeded when trying to connect', 'CONNECT_TIMEOUT'],
    ['pg-pool/index.js', 'Connection terminated due to connection timeout', 'CONNECTION_LOST'],
    ['pg-pool/index.js', 'Cannot use a pool after calling end on the pool', 'CONNECTION_LOST'],
    ['typeorm/driver/postgres/PostgresDriver.js', 'Driver not Connected', 'CONNECTION_LOST'],
    ['typeorm/error/QueryRunnerAlreadyReleasedError.js', 'Query runner already released', 'CONNECTION_LOST'],
    ['typeorm/error/QueryRunnerProviderAlreadyReleasedError.js', 'provided by a query runner was already ', undefined],
  ])('%s says “%s”', (path, text, code) => {
    expect(source(path)).toContain(text);
    expect(driverCode(new Error(text))).toBe(code);
  });

  it('knows the text that TypeORM splits in two', () => {
    const text = 'Database connection provided by a query runner was already released, cannot continue';
    expect(driverCode(new Error(text))).toBe('CONNECTION_LOST');
  });

  it('keeps an error with a code, and an unknown one', () => {
    expect(driverCode(Object.assign(new Error('Query read timeout'), { code: '57014' }))).toBe('57014');
    expect(driverCode(new TypeError('undefined is not a function'))).toBeUndefined();
  });
});
