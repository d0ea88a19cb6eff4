// The steps of a scenario assert, in any position.
/* oxlint-disable jest/no-standalone-expect */
import type { FaultProxy } from '@burgee/testing';
import { expect, jest } from '@jest/globals';
import type { Details, Kind, OpenFeatureSdk } from './open-feature-sdks.js';
import type { Row } from './gherkin.js';
import { kindOf, readValue } from './read-value.js';
import { TIMEOUTS_ALONE, untilStale } from './until-stale.js';

type Made = { kind: Kind; key: string; fallback: unknown };
type Call = { hook: string; details: Record<string, unknown> | undefined };

/** The state that the steps of one row share. */
class Fixture {
  private made: Made & { type: string } = { type: '', kind: 'Boolean', key: '', fallback: undefined };
  private context: Record<string, unknown> = {};
  private before = '';
  private hooks: object[] = [];
  private calls: Call[] = [];
  private details: Details = { flagKey: '', value: undefined, flagMetadata: {} };

  constructor(
    private readonly sdk: OpenFeatureSdk,
    private readonly proxy: FaultProxy,
    private readonly sdkKey: string,
  ) {}

  private readonly steps: [RegExp, (...found: string[]) => unknown][] = [
    [/^a (stable|not ready|error|fatal|stale) provider$/, (kind = '') => this.provide(kind)],
    [
      /^a (\w+)-flag with key "([^"]*)" and a fallback value "(.*)"$/,
      (type = '', key = '', fallback = '') => {
        this.made = { type, kind: kindOf(type), key, fallback: readValue(type, fallback) };
      },
    ],
    [
      /^a context containing a key "(.*)", with type "(.*)" and with value "(.*)"$/,
      (key = '', type = '', value = '') => (this.context = { ...this.context, [key]: readValue(type, value) }),
    ],
    [/^a context containing a key "(.*)" with null value$/, (key = '') => (this.context = { [key]: null })],
    [/^an evaluation context with modifiable data$/, () => (this.context = { nested: { list: [1] } })],
    [/^a client with added hook$/, () => (this.hooks = [this.hook('one')])],
    [/^evaluation options containing specific hooks$/, () => (this.hooks = [this.hook('one'), this.hook('two')])],
    [/^the flag was evaluated with details( asynchronously| using the evaluation options)?$/, () => this.evaluate()],
    [
      /^the resolved details value should be "(.*)"$/,
      (value = '') => expect(this.details.value).toEqual(readValue(this.made.type, value)),
    ],
    [/^the reason should be "(.*)"$/, (reason) => expect(this.details.reason).toBe(reason)],
    [/^the error-code should be "(.*)"$/, (code) => expect(this.details.errorCode).toBe(code)],
    [/^the flag key should be "(.*)"$/, (key) => expect(this.details.flagKey).toBe(key)],
    [/^the variant should be "(.*)"$/, (variant) => expect(this.details.variant).toBe(variant)],
    [/^the provider status should be "(.*)"$/, (status) => expect(this.sdk.status()).toBe(status)],
    [/^the "(\w+)" hook should have been executed$/, (hook) => expect(this.executed()).toContain(`one ${hook}`)],
    [/^the specified hooks should execute during evaluation$/, () => expect(this.executed()).toHaveLength(6)],
    [
      /^the hook order should be maintained$/,
      () =>
        expect(this.executed()).toEqual([
          'one before',
          'two before',
          'two after',
          'one after',
          'two finally',
          'one finally',
        ]),
    ],
    [
      /^the original evaluation context should remain unmodified$/,
      () => expect(JSON.stringify(this.context)).toBe(this.before),
    ],
    [
      /^the evaluation details should be immutable$/,
      () => expect(Object.isFrozen(this.details.flagMetadata)).toBe(true),
    ],
    [/^the evaluation should complete without blocking$/, () => expect(this.details.flagKey).toBe(this.made.key)],
  ];

  async run({ steps }: Row): Promise<void> {
    for (const { text, table } of steps) {
      const hooks = /^the "(.*)" hooks should be called with evaluation details$/.exec(text)?.[1];
      if (hooks !== undefined) {
        this.expectDetails(hooks.split(', '), table.slice(1));
        continue;
      }
      const found = this.steps
        .map(([pattern, step]) => ({ match: pattern.exec(text), step }))
        .find(({ match }) => match);
      if (!found?.match) throw new Error(`No step for: ${text}`);
      await found.step(...found.match.slice(1));
    }
  }

  private executed = (): string[] => this.calls.map(({ hook }) => hook);

  private hook(name: string): object {
    const note = (stage: string) => (_: unknown, details?: unknown) => {
      this.calls.push({ hook: `${name} ${stage}`, details: details as Record<string, unknown> });
    };
    return { before: note('before'), after: note('after'), error: note('error'), finally: note('finally') };
  }

  private expectDetails(stages: string[], rows: string[][]): void {
    for (const stage of stages) {
      const details = this.calls.find(({ hook }) => hook === `one ${stage}`)?.details;
      for (const [type = '', name = '', value = ''] of rows) {
        const field = name.replace(/_(\w)/, (_, letter: string) => letter.toUpperCase());
        expect([stage, field, details?.[field]]).toEqual([stage, field, readValue(type, value)]);
      }
    }
  }

  private async evaluate(): Promise<void> {
    const { kind, key, fallback } = this.made;
    this.before = JSON.stringify(this.context);
    this.details = await this.sdk.evaluate(kind, key, fallback, this.context, this.hooks);
  }

  private async provide(kind: string): Promise<void> {
    const options = {
      baseUrl: `http://127.0.0.1:${this.proxy.port}`,
      sdkKey: this.sdkKey,
      logger: { warn: () => undefined },
    };
    if (kind === 'stable') return this.sdk.open(options);
    if (kind === 'fatal')
      return expect(this.sdk.open({ ...options, sdkKey: 'bge_sdk_wrong' })).rejects.toMatchObject({
        code: 'PROVIDER_FATAL',
      });
    if (kind === 'not ready') {
      this.proxy.blackhole();
      void this.sdk.open(options).catch(() => undefined);
      return undefined;
    }
    if (kind === 'error') {
      await this.proxy.refuse();
      return expect(this.sdk.open({ ...options, timeoutMs: 200 })).rejects.toMatchObject({ code: 'GENERAL' });
    }
    jest.useFakeTimers(TIMEOUTS_ALONE);
    try {
      await this.sdk.open(options);
      await untilStale(this.sdk, this.proxy);
    } finally {
      jest.useRealTimers();
    }
    return undefined;
  }
}

/** Runs a row of the specification against the cluster behind `proxy`. */
export const expectRow = (row: Row, sdk: OpenFeatureSdk, proxy: FaultProxy, sdkKey: string): Promise<void> =>
  new Fixture(sdk, proxy, sdkKey).run(row);
