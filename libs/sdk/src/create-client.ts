import { evaluate, type EvaluationDetails, type FlagType, type FlagValue } from '@burgee/evaluation';
import { evaluateAll } from './all-flags.js';
import type { BurgeeClient, ClientStatus } from './client.js';
import { connect, type Connection } from './connection.js';
import { emitter } from './emitter.js';
import { differing, type FlagState } from './flag-state.js';
import type { ClientOptions } from './options.js';
import { watchPage } from './page.js';
import { later, nothing, quietly } from './pause.js';
import { BurgeeError, type ProblemCode } from './problems.js';
import { keyRefused, malformed, requester } from './request.js';
import { readSnapshot, storedFlags, toSnapshot } from './stored-flags.js';

const STALE_AFTER_MS = 30_000;
const READY_WITHIN_MS = 5_000;

/** A client that has begun to fetch. Defaults, the bootstrap or stored flags are served from the next line on. */
export function createClient(given: ClientOptions): BurgeeClient {
  const options = { ...given, baseUrl: `${given?.baseUrl}`.replace(/\/+$/, '') };
  const { bootstrap, logger = console, onError, offline, sdkKey = '' } = options;
  let { context = {} } = options;
  const warn = (message: string): void => void quietly(() => logger.warn(`[burgee] ${message}`));
  const told = new Set<string>();
  const { on, emit } = emitter(warn);
  const stored = storedFlags(options);
  let settle: (isReady: boolean) => void = nothing;
  const settled = new Promise<boolean>((resolve) => (settle = resolve));
  let state: FlagState = { flags: new Map() };
  let status: ClientStatus = 'starting';
  let problem: BurgeeError | undefined;
  let cancelStale: (() => void) | undefined;
  let unwatch = nothing;
  let link: Connection | undefined;

  /** Once per problem, and after the caller's line: a listener may well set state that is being rendered. */
  async function tell(error: BurgeeError, name: string = error.code): Promise<void> {
    if (told.has(name)) return;
    told.add(name);
    await undefined;
    warn(error.message);
    emit('error', error);
  }

  function announce(keys: readonly string[]): void {
    if (keys.length > 0) emit('change', { keys });
    for (const key of keys) emit(`change:${key}`, { keys });
  }

  function hold(next: FlagState): void {
    if (status === 'closed') return;
    const keys = differing(state.flags, next.flags);
    if (next.source === 'service' && next.place !== state.place) stored.write(next);
    state = next;
    announce(keys);
  }

  function calm(): void {
    cancelStale?.();
    cancelStale = undefined;
  }

  function well(): void {
    calm();
    problem = undefined;
    if (status !== 'starting' && status !== 'stale') return;
    const before = status;
    status = 'ready';
    settle(true);
    emit(before === 'stale' ? 'recovered' : status, undefined);
  }

  /** A short interruption is nobody's business: it is told at the start, or when it has lasted. */
  function trouble(error?: BurgeeError): void {
    problem = error ?? problem;
    if (error?.fatal) end('fatal');
    if (status !== 'ready') return void (error && tell(error));
    cancelStale ??= later(STALE_AFTER_MS, () => {
      status = 'stale';
      emit('stale', problem);
      if (problem) {
        told.delete(problem.code);
        void tell(problem);
      }
    });
  }

  function end(as: 'fatal' | 'closed'): void {
    status = as;
    unwatch();
    link?.stop();
    calm();
    stored.flush();
    settle(false);
  }

  function details<T extends FlagValue>(key: string, value: T, type?: FlagType, asked = context): EvaluationDetails<T> {
    const found = evaluate(state.flags, key, value, asked, type);
    const { errorCode, errorMessage } = found;
    if (!errorCode) return state.source === 'storage' ? { ...found, reason: 'CACHED' } : found;
    if (!state.source)
      return {
        ...found,
        errorCode: status === 'fatal' ? 'PROVIDER_FATAL' : 'PROVIDER_NOT_READY',
        errorMessage: problem?.message,
      };
    void tell(new BurgeeError(errorCode as ProblemCode, errorMessage as string), key + errorCode);
    return found;
  }

  const client: BurgeeClient = {
    bool: (key, value) => details(key, value, 'boolean').value,
    string: (key, value) => details(key, value, 'string').value,
    number: (key, value) => details(key, value, 'number').value,
    json: (key, value) => details(key, value, 'json').value,
    details,
    all: () => Object.fromEntries([...evaluateAll(state.flags, context)].map(([key, { value }]) => [key, value])),
    flag: (key) => state.flags.get(key),
    snapshot: () => toSnapshot(state),
    get context() {
      return context;
    },
    setContext(next) {
      const before = evaluateAll(state.flags, context);
      context = next ?? {};
      announce(differing(before, evaluateAll(state.flags, context)));
    },
    get status() {
      return status;
    },
    get error() {
      return problem;
    },
    ready: (wait) =>
      new Promise((resolve) => {
        // Unlike the others this timer keeps a process alive: somebody waits for it.
        const timer = setTimeout(resolve, Math.min(wait?.timeoutMs ?? READY_WITHIN_MS, 2e9), false);
        void settled.then((isReady) => {
          clearTimeout(timer);
          resolve(isReady);
        });
      }),
    on,
    close: () => end('closed'),
  };

  const request = requester(options);
  const holder = { get: () => state, set: hold, well, trouble };
  const start = (): void => {
    link?.stop();
    link = connect(request, holder, options);
  };

  if (onError) on('error', onError);
  if (bootstrap)
    void quietly(
      () => void (state = readSnapshot(bootstrap, 'bootstrap')),
      () => tell(malformed('bootstrap')),
    );
  if (!state.source) stored.read((found) => state.source || hold(found));
  if (state.source === 'bootstrap' || offline) well();
  if (offline) return client;
  if (/^[!-~]+$/.test(sdkKey)) {
    unwatch = watchPage(
      start,
      () => {
        link?.stop();
        calm();
      },
      options.sleepAfterMs,
    );
    start();
  } else trouble(keyRefused());
  return client;
}
