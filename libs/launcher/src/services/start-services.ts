import type { ManagedProcess } from '../processes/managed-process.js';
import { serviceProcess } from './service-process.js';
import type { ServiceSpec } from './service-specs.js';

export interface RunningService {
  spec: ServiceSpec;
  process: ManagedProcess;
}

/** Starts all services at once, as processes of their own. When one fails, none is left running. */
export async function startServices(
  root: string,
  logsDir: string,
  specs: readonly ServiceSpec[],
  restart: boolean,
): Promise<RunningService[]> {
  const services = specs.map((spec) => ({ spec, process: serviceProcess(root, logsDir, spec, restart) }));
  try {
    await Promise.all(services.map(({ process }) => process.start()));
  } catch (error) {
    await Promise.all(services.map(({ process }) => process.stop()));
    throw error;
  }
  return services;
}

/** Stops the public entrance first, so that what is under way ends before those it leans on. */
export async function stopServices(services: readonly RunningService[]): Promise<void> {
  const stop = (some: readonly RunningService[]) => Promise.all(some.map(({ process }) => process.stop()));
  await stop(services.filter(({ spec }) => spec.app === 'api-gateway'));
  await stop(services.filter(({ spec }) => spec.app !== 'api-gateway'));
}
