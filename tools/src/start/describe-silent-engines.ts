import { setTimeout as delay } from 'node:timers/promises';
import type { RunningService } from '@burgee/launcher';
import type { DependencyState } from '@burgee/process-kit';

/** An engine that drops packets is known to be silent after 2 s. */
const KNOWN_WITHIN_MILLISECONDS = 5_000;

type Dependencies = Record<string, Pick<DependencyState, 'state' | 'last_error' | 'reason'>>;

/** The effect of each engine's outage. */
const WITHOUT: Record<string, string> = {
  postgres: 'Burgee is not ready: reads are stale, and writes and sign-ins are refused.',
  redis: 'Burgee works. Reads are slower: each gateway loads flags from Postgres. Each auth counts sign-ins by itself.',
  nats: 'Burgee works. Streams are up to 2 s late, and the audit log is behind until NATS answers.',
};

/** A line for the operator about each engine that does not answer. */
export function describeSilentEngines(dependencies: Dependencies): string[] {
  return Object.entries(dependencies)
    .filter(([, { state }]) => state !== 'up')
    .map(([name, { last_error: error, reason }]) => {
      const why =
        reason === null || reason === 'unreachable' ? (error ?? 'nothing is known of it yet') : `${reason}: ${error}`;
      return `${name} does not answer (${why}). ${WITHOUT[name] ?? ''}`;
    });
}

/** The engines according to flags-admin, which uses all of them: as soon as it knows of each, or after some seconds. */
export async function dependenciesOf(services: readonly RunningService[]): Promise<Dependencies> {
  const opsPort = services.find(({ spec }) => spec.app === 'flags-admin')?.spec.opsPort;
  for (const end = Date.now() + KNOWN_WITHIN_MILLISECONDS; ; await delay(50)) {
    const status = await fetch(`http://127.0.0.1:${opsPort}/status`);
    const { dependencies } = (await status.json()) as { dependencies: Dependencies };
    if (Date.now() > end || Object.values(dependencies).every(({ state }) => state !== 'unknown')) return dependencies;
  }
}
