import type { ManagedProcess } from '../processes/managed-process.js';
import { serviceProcess } from './service-process.js';
import type { ServiceSpec } from './service-specs.js';

export interface RunningService {
  spec: ServiceSpec;
  process: ManagedProcess;
}

/** Starts all services at once, each as its own process. If one fails, all are stopped. */
export async function startServices(
  root: string,
  logsDir: string | undefined,
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

/** Stops the api-gateway first, so that running requests end before the services they need. */
export async function stopServices(services: readonly RunningService[]): Promise<void> {
  const stop = (some: readonly RunningService[]) => Promise.all(some.map(({ process }) => process.stop()));
  await stop(services.filter(({ spec }) => spec.app === 'api-gateway'));
  await stop(services.filter(({ spec }) => spec.app !== 'api-gateway'));
}
