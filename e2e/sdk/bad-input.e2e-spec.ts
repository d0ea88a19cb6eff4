import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type BurgeeClient, type BurgeeError, type ClientOptions, createClient } from '@burgee/sdk';
import { mintSdkKey } from '@burgee/contracts/wire';
import { aRow, eventually, ScriptedService, sharedCluster } from '@burgee/testing';

let service: ScriptedService;
let client: BurgeeClient | undefined;
let said: string[];
let errors: BurgeeError[];

beforeEach(async () => {
  service = await ScriptedService.start();
  said = [];
  errors = [];
});
afterEach(async () => {
  client?.close();
  await service.stop();
});

function open(options: Partial<ClientOptions> = {}): BurgeeClient {
  const logger = { warn: (message: string) => said.push(message) };
  const onError = (error: BurgeeError) => errors.push(error);
  client = createClient({ sdkKey: 'bge_sdk_x', baseUrl: service.url, logger, onError, ...options });
  return client;
}

/** A default, one message that says what to do, one event. */
async function expectToldOnce(code: string, message: RegExp): Promise<void> {
  await eventually(() => expect(errors.map((error) => error.code)).toEqual([code]));
  expect(said).toEqual([expect.stringMatching(message)]);
  expect(client?.bool('new-checkout', true)).toBe(true);
}

describe('bad input ends in a default, one message and an error event', () => {
  it.each([
    ['of another environment', mintSdkKey()],
    ['', ''],
    ['with a blank', 'a b'],
    ['none', undefined],
    ['clé', 'clé', /sdkKey is malformed/],
    ['with a line break', 'line\nbreak', /sdkKey is malformed/],
  ])('a wrong key: %s', async (_, sdkKey, says = /Copy the current one/) => {
    open({ baseUrl: sharedCluster().url, sdkKey: sdkKey as string });
    // A busy shared cluster may answer 503 first: it does not refuse a key that it cannot check in time.
    const busy = /answered 503\./;
    await eventually(() => expect(errors.at(-1)?.code).toBe('sdk_key_invalid'));
    expect(errors.filter(({ message }) => !busy.test(message))).toHaveLength(1);
    expect(said.filter((message) => !busy.test(message))).toEqual([expect.stringMatching(says)]);
    expect(client?.bool('new-checkout', true)).toBe(true);
    expect(client?.details('new-checkout', true)).toMatchObject({ errorCode: 'PROVIDER_FATAL' });
  });

  it.each([['http://127.0.0.1:9'], ['http://no-such-host.invalid']])(
    'an address that cannot be reached: %j',
    async (baseUrl) => {
      open({ baseUrl: baseUrl as string });
      await expectToldOnce('unreachable', /does not answer/);
      await expect(client?.ready({ timeoutMs: 10 })).resolves.toBe(false);
    },
  );

  it.each([
    ['a page', '<!doctype html><title>Sign in</title>'],
    ['nothing', ''],
    ['JSON of another kind', '{"flags":[]}'],
    ['null', 'null'],
    ['a list of something else', '[1,null,"x"]'],
    ['JSON cut off', '[{"key":"new-ch'],
  ])('data that is malformed: %s', async (_, body) => {
    service.flags = (_request, response) => void response.writeHead(200, { etag: '"e-1"' }).end(body);
    open({ stream: false });
    await expectToldOnce('malformed', /does not answer with flags/);
  });

  it.each([
    ['rejects with nothing', () => Promise.reject()],
    [
      'throws',
      () => {
        throw new Error('no network here');
      },
    ],
  ])('a fetch that %s', async (_, fetch) => {
    open({ fetch: fetch as never });
    await expectToldOnce('unreachable', /does not answer/);
  });

  it('no options but an address, and nothing for ready()', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    client = createClient({ baseUrl: sharedCluster().url } as never);
    await expect(client.ready(null as never)).resolves.toBe(false);
    await eventually(() => expect(client?.status).toBe('fatal'));
    await eventually(() => expect(warn.mock.calls.at(-1)).toEqual([expect.stringMatching(/sdk_key_invalid.*Copy/)]));
    warn.mockRestore();
  });

  it('a listener that throws an unprintable value; the other listeners are still called', async () => {
    service.serve([aRow('a')], 'e-1');
    const heard: unknown[] = [];
    open();
    client?.on('ready', () => {
      throw Object.create(null);
    });
    client?.on('ready', () => heard.push('ready'));
    await eventually(() => expect(heard).toEqual(['ready']));
  });

  it.each([
    ['pollInterval', Infinity],
    ['pollInterval', 30 * 86_400_000],
    ['pollInterval', -1],
    ['timeoutMs', Infinity],
  ])('%s of %d causes neither constant polling nor none', async (name, value) => {
    service.serve([aRow('a')], 'e-1');
    open({ stream: false, [name]: value });
    await expect(client?.ready({ timeoutMs: Infinity })).resolves.toBe(true);
    await new Promise((resolve) => setImmediate(() => setTimeout(resolve, 100)));
    expect(service.fetches).toBe(1);
  });

  it('reports a missing flag once in a thousand evaluations', async () => {
    service.serve([aRow('a')], 'e-1');
    open();
    await client?.ready();
    for (let count = 0; count < 1_000; count++) expect(client?.bool('new-checkout', true)).toBe(true);
    await expectToldOnce('FLAG_NOT_FOUND', /no flag "new-checkout"/);
  });

  it('reports a flag of another type once in a thousand evaluations', async () => {
    service.serve([aRow('new-checkout', { type: 'string' })], 'e-1');
    open();
    await client?.ready();
    for (let count = 0; count < 1_000; count++) expect(client?.bool('new-checkout', true)).toBe(true);
    await expectToldOnce('TYPE_MISMATCH', /string flag, not a boolean/);
  });

  it('an invalid bootstrap', async () => {
    open({ bootstrap: { nonsense: true } as never, offline: true });
    await eventually(() => expect(errors.map(({ code }) => code)).toEqual(['malformed']));
    expect(said).toEqual([expect.stringContaining('bootstrap')]);
    expect(client?.bool('new-checkout', true)).toBe(true);
  });
});

describe('invalid objects of the caller break nothing', () => {
  it('a logger that throws, listeners that throw or reject, a null context', async () => {
    service.serve([aRow('a')], 'e-1');
    const broken = () => {
      throw new Error('broken');
    };
    open({ logger: { warn: broken }, onError: broken, context: null as never });
    client?.on('change', broken);
    client?.on('change:a', async () => broken());
    const heard: unknown[] = [];
    client?.on('change', (payload) => heard.push(payload));
    await expect(client?.ready()).resolves.toBe(true);
    client?.setContext(null as never);
    expect(client?.bool('no-such-flag', true)).toBe(true);
    expect(client?.bool('a', false)).toBe(true);
    expect(heard).toEqual([{ keys: ['a'], previous: { a: undefined }, current: { a: true } }]);
  });

  it.each([
    [
      'throws',
      {
        getItem: () => {
          throw new Error('denied');
        },
        setItem: () => {
          throw new Error('full');
        },
      },
    ],
    [
      'rejects',
      { getItem: () => Promise.reject(new Error('denied')), setItem: () => Promise.reject(new Error('full')) },
    ],
    ['holds something else', { getItem: () => '{"flags":7}', setItem: () => undefined }],
    ['holds no JSON', { getItem: () => 'x', setItem: () => undefined }],
  ])('storage that %s', async (_, storage) => {
    service.serve([aRow('a')], 'e-1');
    open({ storage });
    await expect(client?.ready()).resolves.toBe(true);
    expect(client?.bool('a', false)).toBe(true);
    client?.close();
    expect(said).toEqual([]);
  });

  it('storage that answers later provides its flags until the service answers', async () => {
    service.flags = () => undefined;
    service.stream = () => undefined;
    const text = JSON.stringify({ version: 'e-1', flags: [aRow('a')] });
    open({ storage: { getItem: () => Promise.resolve(text), setItem: () => undefined } });
    await eventually(() =>
      expect(client?.details('a', false)).toEqual({ value: true, reason: 'CACHED', variant: 'on' }),
    );
  });
});

describe('the source of values', () => {
  it('is the bootstrap before the service, and the service before storage', async () => {
    let answer = (): void => undefined;
    service.flags = (_, response) => {
      answer = () => service.answer(response, [aRow('a', { is_enabled: false })], 'e-9');
    };
    const stored = JSON.stringify({ version: 'e-1', flags: [aRow('a', { is_enabled: false })] });
    open({ stream: false, bootstrap: [aRow('a')], storage: { getItem: () => stored, setItem: () => undefined } });
    expect(client?.details('a', false)).toEqual({ value: true, reason: 'STATIC', variant: 'on' });
    expect(client?.status).toBe('ready');
    await eventually(() => expect(service.fetches).toBe(1));
    answer();
    await eventually(() => expect(client?.bool('a', true)).toBe(false));
  });

  it('applies a new context at once, and names the flags that differ', async () => {
    const rule = {
      targeting_attribute: 'plan',
      targeting_value: 'pro',
      targeting_return_value: 'true',
      rollout_percentage: 0,
    };
    open({ offline: true, bootstrap: [aRow('a', rule), aRow('b')] });
    const heard: string[] = [];
    client?.on('change', ({ keys }) => heard.push(...keys));
    client?.setContext({ plan: 'pro' });
    expect(client?.bool('a', false)).toBe(true);
    expect(heard).toEqual(['a']);
  });
});
