// The steps of a scenario assert, in any position.
/* oxlint-disable jest/no-standalone-expect */
import { eventually } from '@burgee/testing';
import { expect } from '@jest/globals';
import type { Row } from '../gherkin.js';
import type { Details, OpenFeatureSdk } from '../open-feature-sdks.js';
import { kindOf, readValue } from '../read-value.js';
import type { ControlProgram } from './control-program.js';

type Step = [RegExp, (...found: string[]) => unknown];

const EVENTS: Record<string, string> = {
  ready: 'PROVIDER_READY',
  error: 'PROVIDER_ERROR',
  stale: 'PROVIDER_STALE',
  change: 'PROVIDER_CONFIGURATION_CHANGED',
};
/** Longer than the half minute after which a provider is stale. */
const EVENT_WITHIN_MS = 60_000;

/** The state that the steps of one row share. They call the provider through OpenFeature's SDK, and Burgee directly. */
class ProviderFixture {
  private flag = { type: '', key: '', fallback: undefined as unknown };
  private context: object = {};
  private details: Details = { flagKey: '', value: undefined, flagMetadata: {} };
  private remembered: unknown;
  private thrown: unknown;
  private shutdownMs = 0;
  private table: string[][] = [];
  /** Events that no step has consumed yet. */
  private readonly heard = new Map<string, { flagsChanged?: string[] }[]>();
  private lastEvent: { flagsChanged?: string[] } = {};

  constructor(
    private readonly sdk: OpenFeatureSdk,
    private readonly control: ControlProgram,
  ) {}

  private readonly steps: Step[] = [
    [/^an? (stable|unavailable) provider$/, (kind) => this.provide(kind === 'stable')],
    [
      /^an? (\w+)-flag with key "(.*)" and a default value "(.*)"$/,
      (type = '', key = '', fallback = '') => {
        this.flag = { type, key, fallback: readValue(type, fallback) };
      },
    ],
    [/^a context containing a targeting key with value "(.*)"$/, (targetingKey) => (this.context = { targetingKey })],
    [/^an? (ready|error|stale|change) event handler$/, (name = '') => this.listen(name)],
    [/^the flag was evaluated with details$/, () => this.evaluate()],
    [
      /^the resolved details value should be "(.*)"$/,
      (value = '') => expect(this.details.value).toEqual(readValue(this.flag.type, value)),
    ],
    [/^the reason should be "(.*)"$/, (reason) => expect(this.details.reason).toBe(reason)],
    [/^the variant should be "(.*)"$/, (variant) => expect(this.details.variant).toBe(variant)],
    [/^the error-code should be "(.*)"$/, (code) => expect(this.details.errorCode ?? '').toBe(code)],
    [/^the error message should be empty$/, () => expect(this.details.errorMessage ?? '').toBe('')],
    [/^no exception should have been thrown$/, () => expect(this.thrown).toBeUndefined()],
    [/^the resolved object value should contain$/, () => expect(this.details.value).toMatchObject(this.tableValue())],
    [/^the resolved value is remembered$/, () => (this.remembered = this.details.value)],
    [/^the resolved details value should have changed$/, () => expect(this.details.value).not.toEqual(this.remembered)],
    [/^the flag was modified$/, () => this.call('/change')],
    [/^the connection is lost$/, () => this.call('/stop')],
    [/^the connection is restored$/, () => this.call('/start')],
    [
      /^the (\w+) event handler should have been executed(?: within (\d+)ms)?$/,
      (name = '', ms = EVENT_WITHIN_MS.toString()) => this.awaitEvent(name, Number(ms)),
    ],
    [/^an? (\w+) event was fired$/, (name = '') => this.awaitEvent(name, EVENT_WITHIN_MS)],
    [
      /^the flag should be part of the event payload$/,
      () => expect(this.lastEvent.flagsChanged).toContain(this.flag.key),
    ],
    [
      /^the client should be in (\w+) state$/,
      (state = '') => eventually(() => expect(this.sdk.status()).toBe(state.toUpperCase())),
    ],
    [/^the provider is shut down$/, () => this.shutDown()],
    [/^the provider is initialized again$/, () => this.attempt(async () => this.sdk.provider().initialize?.())],
    [/^the shutdown should have completed within (\d+)ms$/, (ms) => expect(this.shutdownMs).toBeLessThan(Number(ms))],
    [/^the provider metadata name should not be empty$/, () => expect(this.sdk.provider().metadata.name).not.toBe('')],
  ];

  async run({ steps }: Row, onStep: () => void): Promise<void> {
    for (const { text, table } of steps) {
      const found = this.steps.find(([pattern]) => pattern.test(text));
      if (!found) throw new Error(`No step for: ${text}`);
      this.table = table;
      await found[1](...(found[0].exec(text) ?? []).slice(1));
      onStep();
    }
  }

  private async call(path: string): Promise<void> {
    const { status } = await fetch(`${this.control.url}${path}`, { method: 'POST' });
    expect(`${path}: ${status}`).toBe(`${path}: 200`);
  }

  private async provide(isStable: boolean): Promise<void> {
    await this.call(isStable ? '/start' : '/stop');
    const { backendUrl: baseUrl, sdkKey } = this.control;
    const logger = { warn: () => undefined };
    if (isStable) return this.sdk.open({ baseUrl, sdkKey, logger });
    return this.sdk.open({ baseUrl, sdkKey, logger, timeoutMs: 500 }).catch(() => undefined);
  }

  private listen(name: string): void {
    const heard: { flagsChanged?: string[] }[] = [];
    this.heard.set(name, heard);
    this.sdk.on(EVENTS[name] ?? name, (details) => heard.push(details));
  }

  private async awaitEvent(name: string, withinMs: number): Promise<void> {
    this.lastEvent = await eventually(() => {
      const event = this.heard.get(name)?.shift();
      if (!event) throw new Error(`No ${name} event.`);
      return event;
    }, withinMs);
  }

  private async attempt(action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
    } catch (error) {
      this.thrown = error;
    }
  }

  private evaluate(): Promise<void> {
    const { type, key, fallback } = this.flag;
    return this.attempt(async () => {
      this.details = await this.sdk.evaluate(kindOf(type), key, fallback, this.context, []);
    });
  }

  private async shutDown(): Promise<void> {
    const before = performance.now();
    await this.attempt(() => this.sdk.provider().onClose());
    this.shutdownMs = performance.now() - before;
  }

  private tableValue(): object {
    const [, ...rows] = this.table;
    return Object.fromEntries(rows.map(([name = '', type = '', value = '']) => [name, readValue(type, value)]));
  }
}

/**
 * Runs a row of the suite of Appendix F with that SDK and the provider that it makes.
 * @param onStep called after each step that passes
 */
export const expectProviderRow = (
  row: Row,
  sdk: OpenFeatureSdk,
  control: ControlProgram,
  onStep: () => void = () => undefined,
): Promise<void> => new ProviderFixture(sdk, control).run(row, onStep);
