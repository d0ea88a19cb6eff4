import type { Logger } from 'pino';
import { dependencyReconnects, dependencyRefused, dependencySince, dependencyUp } from '../metrics/metrics.js';
import { type Refusal, REFUSALS, refusalOf } from './refusal.js';

const REMIND_EVERY_MILLISECONDS = 60_000;

export interface DependencyState {
  state: 'up' | 'down' | 'unknown';
  /** The start of this state, ISO 8601. */
  since: string;
  last_error: string | null;
  /** Why it is down: it refuses us, or does not respond. Null while it is not down. */
  reason: Refusal | 'unreachable' | null;
}

/**
 * The last known state of the engines. Clients of an engine report here at any rate. /status shows the state, and the
 * log has one line when an engine goes down, one per reason for which it refuses this process, one for each minute that
 * it stays down, and one when it is back.
 */
export class Dependencies {
  private readonly states = new Map<string, DependencyState>();
  private readonly loggedAt = new Map<string, number>();
  /** The refusals in the log since the engine was last up: with several hosts, each may have its own, in turn. */
  private readonly loggedRefusals = new Map<string, Set<Refusal>>();
  private leaving = false;

  /** @param now milliseconds of a monotonic clock */
  constructor(
    private readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Lists a dependency before its state is known. */
  expect(name: string): void {
    if (this.states.has(name)) return;
    this.states.set(name, { state: 'unknown', since: new Date().toISOString(), last_error: null, reason: null });
  }

  up(name: string): void {
    this.move(name, 'up', this.states.get(name)?.last_error ?? null, null);
  }

  /** Reports an error of the engine's driver. */
  down(name: string, error: unknown): void {
    this.move(name, 'down', error instanceof Error ? error.message : String(error), refusalOf(error) ?? 'unreachable');
  }

  /** Reports a closed connection. It gives no reason why there is no new one, so an earlier reason is kept. */
  lost(name: string): void {
    if (this.states.get(name)?.state !== 'down') this.down(name, 'the connection was lost');
  }

  /** Called before this process closes its connections, so that their end is no outage. */
  leave(): void {
    this.leaving = true;
  }

  /** The names of the engines that are down. */
  get unavailable(): string[] {
    return [...this.states].filter(([, { state }]) => state === 'down').map(([name]) => name);
  }

  isUp(name: string): boolean {
    return this.states.get(name)?.state === 'up';
  }

  /** Whether it responds, but refuses this process. */
  refuses(name: string): boolean {
    const reason = this.states.get(name)?.reason;
    return reason !== undefined && reason !== null && reason !== 'unreachable';
  }

  all(): Record<string, DependencyState> {
    return Object.fromEntries(this.states);
  }

  private move(name: string, state: 'up' | 'down', lastError: string | null, reason: DependencyState['reason']): void {
    const before = this.states.get(name);
    const since = before?.state === state ? before.since : new Date().toISOString();
    const after: DependencyState = { state, since, last_error: lastError, reason };
    if (!this.leaving) this.log(name, after, before);
    if (before?.state === state && before.last_error === lastError && before.reason === reason) return;
    dependencyUp.set({ dependency: name }, state === 'up' ? 1 : 0);
    if (before?.state === 'down' && state === 'up') dependencyReconnects.inc({ dependency: name });
    if (since !== before?.since) dependencySince.set({ dependency: name }, Date.parse(since) / 1_000);
    if (before?.reason && before.reason !== 'unreachable')
      dependencyRefused.set({ dependency: name, reason: before.reason }, 0);
    if (reason && reason !== 'unreachable') dependencyRefused.set({ dependency: name, reason }, 1);
    this.states.set(name, after);
  }

  private log(name: string, after: DependencyState, before: DependencyState | undefined): void {
    const wasDown = before?.state === 'down';
    if (after.state === 'up') {
      if (wasDown) this.logger.info({ dependency: name, down_since: before.since }, `${name} is up again`);
      this.loggedRefusals.delete(name);
      return;
    }
    const { since, last_error, reason } = after;
    const facts = { dependency: name, since, last_error, reason };
    const now = this.now();
    const reminds = wasDown && now - (this.loggedAt.get(name) ?? now) >= REMIND_EVERY_MILLISECONDS;
    const refusal = reason === 'unreachable' ? null : reason;
    if (wasDown && !reminds && !this.isNewRefusal(name, refusal)) return;
    this.loggedAt.set(name, now);
    if (!refusal) {
      this.logger.warn(facts, reminds ? `${name} is still down` : `${name} is down`);
      return;
    }
    this.loggedRefusals.set(name, (this.loggedRefusals.get(name) ?? new Set()).add(refusal));
    this.logger.error(facts, reminds ? `${name} still ${REFUSALS[refusal]}` : `${name} ${REFUSALS[refusal]}`);
  }

  private isNewRefusal(name: string, refusal: Refusal | null): boolean {
    return refusal !== null && !this.loggedRefusals.get(name)?.has(refusal);
  }
}
