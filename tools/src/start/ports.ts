import { isPortFree, type Ports } from '@burgee/launcher';
import type { StartSettings } from './settings.js';

const OPS_OFFSET = 50;

/** Where everything listens, by the settings. @throws naming the setting to change when a port is taken */
export async function choosePorts(settings: StartSettings): Promise<Ports> {
  const base = settings.SERVICE_PORT_BASE;
  const replicas = settings.SDK_GATEWAY_REPLICAS;
  const ports: Ports = {
    gateway: settings.PORT,
    sdkGateways: Array.from({ length: replicas }, (_, index) => settings.SDK_GATEWAY_PORT + index),
    auth: base,
    flagsAdmins: [base + 1],
    audit: base + 2,
    usage: base + 3,
    ops: Array.from({ length: 5 + replicas }, (_, index) => base + OPS_OFFSET + index),
  };
  const needed: [string, number][] = [
    ['PORT', ports.gateway],
    ...ports.sdkGateways.map((port): [string, number] => ['SDK_GATEWAY_PORT', port]),
    ...[ports.auth, ...ports.flagsAdmins, ports.audit, ports.usage, ...ports.ops].map((port): [string, number] => [
      'SERVICE_PORT_BASE',
      port,
    ]),
  ];
  for (const [setting, port] of needed)
    if (!(await isPortFree(port)))
      throw new Error(
        `Port ${port} is taken. Choose another with ${setting}, for example: ${setting}=${port + 1000} npm start`,
      );
  return ports;
}
