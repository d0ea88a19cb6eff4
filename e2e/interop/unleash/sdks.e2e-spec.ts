import { evaluate, type Flag } from '@burgee/evaluation';
import { aFlag, aProject, eventually, type Flag as MadeFlag, type Project, sharedCluster } from '@burgee/testing';
import { type Sdk, SDKS } from '@burgee/unleash-api';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { edit, toggle } from '../../interface/flag-calls.js';
import { fetchFlags } from '../../interface/sdk-calls.js';
import { type Server, SERVERS } from '../../ofrep/servers.js';
import { type Decision, mayDiffer, toUnleashContext, valueByBurgee, valueByUnleash } from './decisions.js';
import { generateContexts, generateFlags } from './generate.js';
import { type RecordingProxy, startRecordingProxy } from './recording-proxy.js';
import { SdkProcess } from './sdk-process.js';

/** With nothing here yet, all are downloaded and compiled. */
const DOWNLOADED_WITHIN_MS = 600_000;
const DECISIONS = 20_000;
const STREAMING: readonly Sdk[] = ['Node', 'Python', 'Java'];
/** The SDK for Rust sends no conditional requests, and gets everything each time. */
const UNCHANGED: Record<Sdk, number> = { Node: 304, Python: 304, Go: 304, Java: 304, Rust: 200 };
/** An edge reports every ten seconds, and SDKs not at once. */
const REPORTED_WITHIN_MS = 60_000;
const FEATURES = 'GET /unleash/api/client/features';

const { url } = sharedCluster();
let project: Project;
let switched: MadeFlag;
let decisions: Decision[];
beforeAll(async () => {
  project = await aProject(url);
  switched = await aFlag(project, { key: 'switched' });
  for (const [key, { type, value }] of generateFlags()) {
    const flag = await aFlag(project, { key, type });
    const answer = await edit(project.owner, flag, project.development, value);
    if (answer.status !== 200) throw new Error(`${JSON.stringify(value)} answered ${answer.status}: ${answer.text}`);
  }
  const flags: Flag[] = (await fetchFlags(project.development)).body;
  const contexts = generateContexts();
  const generated = flags.filter(({ key }) => key !== switched.key);
  decisions = generated.flatMap((flag) => contexts.map((context) => ({ flag, context })));
}, 120_000);

const set = async (isOn: boolean) =>
  expect((await toggle(project.owner, switched, project.development, isOn)).status).toBe(200);

describe.each(SERVERS.slice(1))("Unleash's SDKs, unmodified, at %s", (_, startServer) => {
  let server: Server;
  let proxy: RecordingProxy;
  beforeAll(async () => {
    server = await startServer(project);
    proxy = await startRecordingProxy(server.url);
  }, 60_000);
  afterAll(async () => {
    proxy?.stop();
    await server?.stop();
  });
  let sdk: SdkProcess | undefined;
  afterEach(async () => {
    await sdk?.close();
    proxy.seen.length = 0;
  });

  const start = async (name: Sdk, isStreaming = false) =>
    (sdk = await SdkProcess.start(name, proxy.url, project.development.sdk_key, isStreaming));
  const until = (one: SdkProcess, isOn: boolean) =>
    eventually(async () => expect(await one.isOn(switched.key)).toBe(isOn));
  const untilSeen = (line: string) => eventually(() => expect(proxy.seen).toContain(line));

  it.each(SDKS)(
    '%s: decides as Burgee does, but for what is listed',
    async (name) => {
      const asked = decisions.filter((decision) => !mayDiffer(name, decision));
      const counts = { TARGETING_MATCH: 0, SPLIT: 0 } as Record<string, number>;
      for (const { flag, context } of asked) {
        const { reason } = evaluate<unknown>([flag], flag.key, null, context, flag.type);
        counts[reason] = (counts[reason] ?? 0) + 1;
      }
      expect(asked.length).toBeGreaterThanOrEqual(DECISIONS);
      for (const count of [counts.TARGETING_MATCH, counts.SPLIT]) expect(count).toBeGreaterThan(DECISIONS / 20);
      const one = await start(name);
      const said = await one.ask(
        asked.map(({ flag, context }) => ({ flag: flag.key, context: toUnleashContext(context) })),
      );
      const differing = asked.filter((decision, index) => {
        const values = [valueByUnleash(decision.flag, said[index]!), valueByBurgee(decision)];
        return JSON.stringify(values[0]) !== JSON.stringify(values[1]);
      });
      expect(differing).toEqual([]);
    },
    DOWNLOADED_WITHIN_MS,
  );

  /** How often the flag was on, and by which applications, as the page of the flag says it; and which SDKs they have. */
  const usage = async () => {
    const { client } = project.owner;
    const { id } = project.development;
    const { body: flag } = await client.get(`/api/flags/${switched.id}/usage?environment=${id}`);
    const { body } = await client.get(`/api/projects/${project.id}/environments/${id}/usage`);
    const sdks = (body.apps as { app: string; sdk: string }[]).filter(({ app }) => app === 'interop');
    return {
      on: flag[0].variants.on as number,
      apps: flag[0].apps as { app: string }[],
      sdks: sdks.map(({ sdk }) => sdk),
    };
  };

  it.each(SDKS)('%s: polls, sees a change, registers and reports what it has decided', async (name) => {
    await set(false);
    const before = await usage();
    const one = await start(name);
    await until(one, false);
    await untilSeen(`${FEATURES} ${UNCHANGED[name]}`);
    await set(true);
    await until(one, true);
    await untilSeen('POST /unleash/api/client/register 202');
    await untilSeen('POST /unleash/api/client/metrics 202');
    const answers = [200, UNCHANGED[name]].map((status) => `${FEATURES} ${status}`);
    const reports = ['register', 'metrics'].map((what) => `POST /unleash/api/client/${what} 202`);
    expect(new Set(proxy.seen)).toEqual(new Set([...answers, ...reports]));
    await eventually(async () => {
      const { on, apps, sdks } = await usage();
      expect(on).toBeGreaterThan(before.on);
      expect(apps).toMatchObject([{ app: 'interop' }]);
      expect(sdks).toContainEqual(expect.stringMatching(new RegExp(name, 'i')));
    }, REPORTED_WITHIN_MS);
  });

  it.each(STREAMING)('%s: follows the stream', async (name) => {
    await set(false);
    const one = await start(name, true);
    await until(one, false);
    const count = () => proxy.seen.filter((line) => line.startsWith(FEATURES)).length;
    await untilSeen('GET /unleash/api/client/streaming 200');
    const before = count();
    await set(true);
    await until(one, true);
    expect(count()).toBe(before);
  });
});
