import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { TraceReceiver } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

const TRACING = JSON.stringify(new URL('../../dist/tracing/tracing.js', import.meta.url));

let receiver: TraceReceiver;
beforeAll(async () => {
  receiver = await TraceReceiver.start();
});
beforeEach(() => void receiver.spans.splice(0));
afterAll(() => receiver?.stop());

/** Runs code with tracing in a separate process. @returns its output */
async function run(endpoint: string | undefined, code: string, env: Record<string, string> = {}): Promise<string> {
  const settings = JSON.stringify({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, BURGEE_COMMIT: 'c0ffee' });
  const program = `
    import { createRequire } from 'node:module';
    const { startTracing, stopTracing, inSpan, startSpan, currentSpan, traceSending } = await import(${TRACING});
    await startTracing('auth', ${settings}, console.log);
    ${code}
    await stopTracing();
    console.log(Object.keys(createRequire('/').cache).filter((file) => file.includes('@opentelemetry')).length);`;
  const child = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, ...env, ...(endpoint && { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }) },
  });
  return (await child).stdout;
}

const WORK = `await inSpan('outer', { kind: 'server', attributes: { count: 2 } }, () =>
  inSpan('inner', { kind: 'client' }, async () => console.log(currentSpan())));`;

describe('traces', () => {
  it('without an endpoint create no span and load no module', async () => {
    expect(await run(undefined, WORK)).toBe('undefined\n0\n');
  });

  it.each([
    [{ OTEL_SDK_DISABLED: 'true' }, 'undefined\n0\n'],
    [
      { OTEL_TRACES_EXPORTER: 'console' },
      'no traces are sent: OTEL_TRACES_EXPORTER=console is not supported. Use otlp or none.\nundefined\n0\n',
    ],
  ])('with %j make no span, and say what is not supported', async (env, printed) => {
    expect(await run(receiver.url, WORK, env)).toBe(printed);
    expect(receiver.spans).toEqual([]);
  });

  it('go to the endpoint of the settings, each span under the one around it', async () => {
    const [traceparent, modules] = (await run(receiver.url, WORK)).split('\n');
    const [inner, outer] = receiver.spans;
    expect(receiver.spans).toMatchObject([
      { service: 'auth', name: 'inner', kind: 'client', parentId: outer?.spanId, traceId: outer?.traceId },
      { service: 'auth', name: 'outer', kind: 'server', parentId: '', attributes: { count: 2 }, failed: false },
    ]);
    expect(traceparent).toBe(`00-${inner?.traceId}-${inner?.spanId}-01`);
    expect(Number(modules)).toBeGreaterThan(0);
  });

  it('record a failure without the text of its error', async () => {
    await run(
      receiver.url,
      `await inSpan('work', { kind: 'internal' }, async () => { throw new TypeError('hunter2'); }).catch(() => {});`,
    );
    expect(receiver.spans).toMatchObject([{ name: 'work', failed: true, attributes: { 'error.type': 'TypeError' } }]);
    expect(JSON.stringify(receiver.spans)).not.toContain('hunter2');
  });

  it('of several changes sent together are linked', async () => {
    const parent = (id: number) => `00-${'a'.repeat(32)}-${String(id).repeat(16)}-01`;
    const send = (...ids: number[]) =>
      `traceSending({ environmentId: 'e', revision: 7, streams: 3, traceparents: ${JSON.stringify(ids.map(parent))} })();`;
    await run(receiver.url, send(1) + send(1, 2));
    const [alone, together] = receiver.spans;
    expect([alone?.parentId, alone?.links]).toEqual(['1'.repeat(16), []]);
    expect([together?.parentId, together?.links]).toEqual(['', ['1'.repeat(16), '2'.repeat(16)]]);
    expect(together?.attributes).toEqual({
      'burgee.environment.id': 'e',
      'burgee.revision': 7,
      'burgee.streams': 3,
    });
  });

  it('follow OTEL_TRACES_SAMPLER', async () => {
    await run(receiver.url, WORK, { OTEL_TRACES_SAMPLER: 'always_off' });
    expect(receiver.spans).toEqual([]);
  });

  it('with an earlier sampling decision are not sampled again', async () => {
    const options = JSON.stringify({ kind: 'server', parent: null, isChosen: true });
    const none = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' };
    await run(receiver.url, `startSpan('read', ${options}).end();`, none);
    expect(receiver.spans).toMatchObject([{ name: 'read', parentId: '' }]);
  });
});
