import type { Logger } from 'pino';
import { dependencySince, dependencyUp } from '../metrics/metrics.js';

const REMIND_EVERY_MILLISECONDS = 60_000;

export interface DependencyState {
  state: 'up' | 'down' | 'unknown';
  /** Since when it has been in this state, ISO 8601. */
  since: string;
  last_error: string | null;
}

/**
 * The last known state of the engines. Each client of an engine reports here, as often as it likes; /status shows it, and the log
 * has one line when an engine goes down, one for each minute that it stays down, and one when it is back.
 */
export class Dependencies {
  private readonly states = new Map<string, DependencyState>();
  private readonly loggedAt = new Map<string, number>();
  private leaving = false;

  /** @param now milliseconds of a clock that never goes back */
  constructor(
    private readonly logger: Pick<Logger, 'info' | 'warn'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Lists a dependency before its state is known. */
  expect(name: string): void {
    if (!this.states.has(name))
      this.states.set(name, { state: 'unknown', since: new Date().toISOString(), last_error: null });
  }

  up(name: string): void {
    this.move(name, 'up', this.states.get(name)?.last_error ?? null);
  }

  down(name: string, error: unknown): void {
    this.move(name, 'down', error instanceof Error ? error.message : String(error));
  }

  /** This process is about to close its connections: what ends from now on is no outage. */
  leave(): void {
    this.leaving = true;
  }

  /** The names of those that are down. */
  get unavailable(): string[] {
    return [...this.states].filter(([, { state }]) => state === 'down').map(([name]) => name);
  }

  isUp(name: string): boolean {
    return this.states.get(name)?.state === 'up';
  }

  all(): Record<string, DependencyState> {
    return Object.fromEntries(this.states);
  }

  private move(name: string, state: 'up' | 'down', lastError: string | null): void {
    const before = this.states.get(name);
    const since = before?.state === state ? before.since : new Date().toISOString();
    if (!this.leaving) this.log(name, { state, since, last_error: lastError }, before);
    if (before?.state === state && before.last_error === lastError) return;
    dependencyUp.set({ dependency: name }, state === 'up' ? 1 : 0);
    if (since !== before?.since) dependencySince.set({ dependency: name }, Date.parse(since) / 1_000);
    this.states.set(name, { state, since, last_error: lastError });
  }

  private log(name: string, { state, since, last_error }: DependencyState, before: DependencyState | undefined): void {
    const wasDown = before?.state === 'down';
    if (state === 'up') {
      if (wasDown) this.logger.info({ dependency: name, down_since: before.since }, `${name} is up again`);
      return;
    }
    const now = this.now();
    if (wasDown && now - (this.loggedAt.get(name) ?? now) < REMIND_EVERY_MILLISECONDS) return;
    this.loggedAt.set(name, now);
    this.logger.warn({ dependency: name, since, last_error }, wasDown ? `${name} is still down` : `${name} is down`);
  }
}
