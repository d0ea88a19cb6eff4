import { dependencySince, dependencyUp } from '../metrics/metrics.js';

export interface DependencyState {
  state: 'up' | 'down' | 'unknown';
  /** Since when it has been in this state, ISO 8601. */
  since: string;
  last_error: string | null;
}

/** The last known state of the engines. Each client of an engine reports here; /status shows it. */
export class Dependencies {
  private readonly states = new Map<string, DependencyState>();

  /** Lists a dependency before its state is known. */
  expect(name: string): void {
    this.states.set(name, { state: 'unknown', since: new Date().toISOString(), last_error: null });
  }

  up(name: string): void {
    this.move(name, 'up', this.states.get(name)?.last_error ?? null);
  }

  down(name: string, error: unknown): void {
    this.move(name, 'down', error instanceof Error ? error.message : String(error));
  }

  isUp(name: string): boolean {
    return this.states.get(name)?.state === 'up';
  }

  all(): Record<string, DependencyState> {
    return Object.fromEntries(this.states);
  }

  private move(name: string, state: 'up' | 'down', lastError: string | null): void {
    const before = this.states.get(name);
    if (before?.state === state && before.last_error === lastError) return;
    const since = before?.state === state ? before.since : new Date().toISOString();
    dependencyUp.set({ dependency: name }, state === 'up' ? 1 : 0);
    if (since !== before?.since) dependencySince.set({ dependency: name }, Date.parse(since) / 1_000);
    this.states.set(name, { state, since, last_error: lastError });
  }
}
