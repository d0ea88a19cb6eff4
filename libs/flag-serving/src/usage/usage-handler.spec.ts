import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { KeyKind, UsageWindow } from '@burgee/contracts/wire';
import { expect, it } from '@jest/globals';
import { ReportIntake } from '../decisions/report-intake.js';
import { UsageHandler } from './usage-handler.js';

const WINDOW: UsageWindow = {
  window: randomUUID(),
  reports: [{ app: 'shop', sdk: 's', sdk_version: '1', flags: { theme: { on: 1 } }, unknown: {} }],
};

/** What becomes of a report that comes with such a key. */
async function report(keyKind: KeyKind): Promise<unknown[]> {
  const access = { kind: 'fresh', keyKind, version: { environmentId: 'e' }, allowOrigin: undefined };
  const decisions = { read: async (_: unknown, body: Buffer, read: (body: Buffer) => unknown) => read(body) };
  const authenticator = { authenticate: () => ({ result: Promise.resolve(access) }) };
  const intake = new ReportIntake(authenticator as never, decisions as never, () => () => undefined);
  const body = Readable.from([Buffer.from(JSON.stringify(WINDOW))]);
  const request = Object.assign(body, { method: 'POST', headers: { 'content-type': 'application/json' } });
  return new Promise((resolve) => {
    const add = (...added: unknown[]) => {
      resolve(added);
      return true;
    };
    const usage = (result: string) => resolve([result]);
    const response: unknown = new Proxy({}, { get: (_, name) => (name === 'headersSent' ? false : () => response) });
    const handler = new UsageHandler(intake, { add }, { usage }, {} as never);
    handler.handle(request as unknown as IncomingMessage, response as ServerResponse);
  });
}

it.each(['sdk', 'client'] as const)('S128 usage is taken as what comes with a key of the kind %s', async (keyKind) => {
  expect(await report(keyKind)).toEqual(['e', WINDOW, keyKind]);
});
