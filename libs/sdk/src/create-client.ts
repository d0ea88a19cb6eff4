import {
  evaluate,
  type EvaluationContext,
  type EvaluationDetails,
  type FlagType,
  type FlagValue,
} from '@burgee/evaluation';
import { allValues, seenOtherwise } from './all-flags.js';
import type { BurgeeClient, ClientStatus } from './client.js';
import { connection } from './connection.js';
import { emitter } from './emitter.js';
import { changedKeys, type FlagState, NOTHING } from './flag-state.js';
import type { ClientOptions } from './options.js';
import { watchPage } from './page-life.js';
import { later } from './pause.js';
import { BurgeeError, type ProblemCode } from './problems.js';
import { explainSilence, requester } from './request.js';
import { readSnapshot, storedFlags, toSnapshot } from './stored-flags.js';

const STALE_AFTER_MS = 30_000;
const READY_WITHIN_MS = 5_000;

/** A client that has begun to fetch. Defaults, the bootstrap or stored flags are served from the next line on. */
export function createClient(given: ClientOptions): BurgeeClient {
  const options = {
    ...given,
    baseUrl: String(given.baseUrl ?? '').replace(/\/+$/, ''),
    sdkKey: String(given.sdkKey ?? ''),
  };
  const warn = (message: string): void => {
    try {
      (options.logger ?? console).warn(`[burgee] ${message}`);
    } catch {
      // A broken logger breaks no page.
    }
  };
  const { on, emit } = emitter(warn);
  const stored = storedFlags(options);
  /** What was told: about the connection, until it has been well for a minute; about flags, for good. */
  const toldOfConnection = new Set<string>();
  const toldOfFlags = new Set<string>();
  let state: FlagState = NOTHING;
  let context: EvaluationContext = options.context ?? {};
  let status: ClientStatus = 'starting';
  let problem: BurgeeError | undefined;
  let cancelStale: (() => void) | undefined;
  let settle: ((isReady: boolean) => void)[] = [];

  if (options.onError) on('error', options.onError);

  /** Once per problem, and after the caller's line: a listener may well set state that is being rendered. */
  function tell(error: BurgeeError, about: string, already: Set<string>): void {
    const name = error.code + about;
    if (already.has(name)) return;
    already.add(name);
    void explainSilence(error, options).then((explained) => {
      if (problem === error) problem = explained;
      warn(explained.message);
      emit('error', explained);
    });
  }

  function settled(isReady: boolean): void {
    for (const resolve of settle.splice(0)) resolve(isReady);
  }

  function becomeReady(): void {
    if (status !== 'starting') return;
    status = 'ready';
    settled(true);
    emit('ready', { keys: [...state.flags.keys()] });
  }

  function hold(next: FlagState): void {
    const keys = changedKeys(state, next);
    const isStored = next.source === 'service' && (keys.length > 0 || next.place !== state.place);
    state = next;
    if (isStored) stored.write(state);
    announce(keys);
  }

  function announce(keys: readonly string[]): void {
    if (keys.length === 0) return;
    emit('change', { keys });
    for (const key of keys) emit(`change:${key}`, { keys });
  }

  function well(): void {
    cancelStale?.();
    cancelStale = problem = undefined;
    becomeReady();
    if (status !== 'stale') return;
    status = 'ready';
    emit('recovered', undefined);
  }

  function trouble(error?: BurgeeError): void {
    problem = error ?? problem;
    if (error?.fatal) fail();
    if (error) tell(error, '', toldOfConnection);
    cancelStale ??= later(STALE_AFTER_MS, () => {
      if (status !== 'ready') return;
      status = 'stale';
      emit('stale', problem);
    });
  }

  function fail(): void {
    end();
    status = 'fatal';
    settled(false);
  }

  function end(): void {
    unwatch();
    link?.stop();
    cancelStale?.();
    stored.flush();
  }

  function explain(code: ProblemCode, message: string): void {
    trouble(new BurgeeError(code, message, true));
  }

  function details<T extends FlagValue>(key: string, value: T, type?: FlagType, asked = context): EvaluationDetails<T> {
    const found = evaluate(state.flags, key, value, asked, type);
    const { source } = state;
    if (found.errorCode && source === 'nothing')
      return {
        value,
        reason: 'ERROR',
        errorCode: status === 'fatal' ? 'PROVIDER_FATAL' : 'PROVIDER_NOT_READY',
        errorMessage: problem?.message ?? 'No flags yet: they are being fetched.',
      };
    if (found.errorCode)
      tell(
        new BurgeeError(found.errorCode as ProblemCode, `${found.errorMessage} The default is used.`),
        key,
        toldOfFlags,
      );
    return source === 'storage' && !found.errorCode ? { ...found, reason: 'CACHED' } : found;
  }

  const value = <T extends FlagValue>(key: string, defaultValue: T, type: FlagType): T =>
    details(key, defaultValue, type).value;

  const client: BurgeeClient = {
    bool: (key, defaultValue) => value(key, defaultValue, 'boolean'),
    string: (key, defaultValue) => value(key, defaultValue, 'string'),
    number: (key, defaultValue) => value(key, defaultValue, 'number'),
    json: (key, defaultValue) => value(key, defaultValue, 'json'),
    details,
    all: () => allValues(state, context),
    flag: (key) => state.flags.get(key),
    snapshot: () => toSnapshot(state),
    get context() {
      return context;
    },
    setContext(next) {
      const before = context;
      context = next ?? {};
      announce(seenOtherwise(state, before, context));
    },
    get status() {
      return status;
    },
    get error() {
      return problem;
    },
    ready({ timeoutMs = READY_WITHIN_MS } = {}) {
      if (status !== 'starting') return Promise.resolve(state.source === 'service' || state.source === 'bootstrap');
      return new Promise((resolve) => {
        // Unlike the others this timer keeps a process alive: somebody waits for it.
        const timer = setTimeout(resolve, timeoutMs, false);
        settle.push((isReady) => {
          clearTimeout(timer);
          resolve(isReady);
        });
      });
    },
    on,
    close() {
      if (status === 'closed') return;
      end();
      status = 'closed';
      settled(false);
    },
  };

  const { stream = true, pollInterval = 60_000 } = options;
  const signs = { well, trouble, healthy: () => toldOfConnection.clear() };
  const link = connection(requester(options), { get: () => state, set: hold }, { stream, pollInterval }, signs);
  let unwatch = (): void => undefined;

  if (options.bootstrap) {
    try {
      state = readSnapshot(options.bootstrap, 'bootstrap');
    } catch (error) {
      tell(new BurgeeError('malformed', `The bootstrap cannot be read: ${error}`), 'bootstrap', toldOfFlags);
    }
  }
  if (state.source === 'bootstrap') becomeReady();
  else
    stored.read((found) => {
      if (state.source === 'nothing') hold(found);
    });
  if (options.offline) becomeReady();
  else if (!/^[\x21-\x7e]+$/.test(options.sdkKey))
    explain('sdk_key_invalid', 'createClient needs the sdkKey of an environment: copy it from Burgee.');
  else {
    unwatch = watchPage(link.start, () => {
      link.stop();
      cancelStale?.();
      cancelStale = undefined;
    });
    link.start();
  }
  return client;
}
