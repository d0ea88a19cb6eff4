import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Flag } from '@burgee/evaluation';
import { featuresDocument, featureText, type Limit, LIMITS, type Sdk, SDKS } from '@burgee/unleash-api';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Decision, toUnleashContext, valueByBurgee, valueByUnleash } from './decisions.js';
import { SdkProcess } from './sdk-process.js';

/** With nothing here yet, all are downloaded and compiled. */
const DOWNLOADED_WITHIN_MS = 600_000;

interface LimitVectors {
  base: Flag;
  cases: (Omit<Decision, 'flag'> & { limit: Limit; flag: Partial<Flag>; default?: boolean })[];
}
const { base, cases } = JSON.parse(readFileSync('libs/unleash-api/vectors/limits-v1.json', 'utf8')) as LimitVectors;
const LISTED = cases.map((one, index) => ({ ...one, flag: { ...base, key: `case-${index}`, ...one.flag } }));

/** Tests each listed limit with its SDKs, so that an outdated line in docs/guides/unleash.md fails here. */
describe("what Unleash's protocol cannot say", () => {
  let server: Server;
  let sdk: SdkProcess | undefined;
  beforeAll(async () => {
    const document = featuresDocument('listed').join(LISTED.map(({ flag }) => featureText(flag)).join());
    server = createServer((request, response) => {
      request.resume();
      const isRead = request.method === 'GET';
      response.writeHead(isRead ? 200 : 202, { 'content-type': 'application/json' }).end(isRead ? document : '');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  afterEach(() => sdk?.close());

  it.each(SDKS)(
    'differs in %s where it is listed, and nowhere else',
    async (name) => {
      const { port } = server.address() as AddressInfo;
      sdk = await SdkProcess.start(name, `http://127.0.0.1:${port}`, 'any');
      const said = await sdk.ask(
        LISTED.map(({ flag, context }) => ({ flag: flag.key, context: toUnleashContext(context) })),
      );
      const differing = LISTED.filter(
        (one, index) => valueByUnleash(one.flag, said[index]!) !== valueByBurgee(one, one.default),
      );
      const listed = Object.entries(LIMITS).filter(([, { sdks }]) => (sdks as readonly Sdk[]).includes(name));
      expect([...new Set(differing.map(({ limit }) => limit))]).toEqual(listed.map(([limit]) => limit));
    },
    DOWNLOADED_WITHIN_MS,
  );
});
