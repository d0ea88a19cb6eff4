import { host, port, str } from 'envalid';
import { proxies, wholeNumber } from './read-config.js';

/** Settings every service has. */
export const SERVICE_SETTINGS = {
  HOST: host({ default: '127.0.0.1', desc: 'Address to listen on.' }),
  PORT: port({ desc: 'Port for requests.' }),
  OPS_PORT: port({ desc: 'Internal port for /livez, /readyz, /metrics, /status and /routes. Never make it public.' }),
  OPS_HOST: host({ default: '127.0.0.1', desc: 'Address the internal port listens on, whatever HOST is.' }),
  LOG_LEVEL: str({
    default: 'info',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    desc: 'Least level logged.',
  }),
  TRUSTED_PROXIES: proxies({
    default: 'loopback',
    desc: 'Whose X-Forwarded-* headers are trusted: addresses, or loopback, linklocal, uniquelocal.',
  }),
  SHUTDOWN_DELAY_SECONDS: wholeNumber(0)({
    default: 0,
    desc: 'How long a process that is told to stop still takes requests, with /readyz red.',
  }),
};

export interface ServiceConfig {
  HOST: string;
  PORT: number;
  OPS_PORT: number;
  OPS_HOST: string;
  LOG_LEVEL: string;
  TRUSTED_PROXIES: string;
  SHUTDOWN_DELAY_SECONDS: number;
}
