import type { EngineName } from '@burgee/launcher';
import { eventually } from '@burgee/testing';
import { expect } from '@jest/globals';
import type { FaultFixture } from '../fault-fixture.js';

export interface EngineState {
  state: string;
  reason: string | null;
  last_error: string | null;
}

/** A service's report about an engine on /status. */
export async function stateOf(fixture: FaultFixture, service: string, engine: EngineName): Promise<EngineState> {
  const status = await fetch(`${fixture.cluster.services[service]!.opsUrl}/status`);
  const { dependencies } = (await status.json()) as { dependencies: Record<string, EngineState> };
  return dependencies[engine]!;
}

/** Resolves when the service says that the engine is up, or down for that reason. Gateways learn it from reads. */
export async function expectState(
  fixture: FaultFixture,
  service: string,
  engine: EngineName,
  reason: string | null = null,
): Promise<void> {
  await eventually(async () => {
    if (service.startsWith('sdk-gateway')) await fixture.read();
    const seen = await stateOf(fixture, service, engine);
    expect([service, engine, seen.state, seen.reason]).toEqual([service, engine, reason ? 'down' : 'up', reason]);
  }, 30_000);
}
