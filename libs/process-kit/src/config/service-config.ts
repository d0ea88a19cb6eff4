import { host, port, str } from 'envalid';

/** Settings every service has. */
export const SERVICE_SETTINGS = {
  HOST: host({ default: '127.0.0.1', desc: 'Address to listen on.' }),
  PORT: port({ desc: 'Port for requests.' }),
  OPS_PORT: port({ desc: 'Internal port for /metrics, /status and /routes. Never make it public.' }),
  OPS_HOST: host({ default: '127.0.0.1', desc: 'Address the internal port listens on, whatever HOST is.' }),
  LOG_LEVEL: str({
    default: 'info',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    desc: 'Least level logged.',
  }),
  TRUSTED_PROXIES: str({
    default: 'loopback',
    desc: 'Whose X-Forwarded-* headers are trusted: addresses, or loopback, linklocal, uniquelocal.',
  }),
};

export interface ServiceConfig {
  HOST: string;
  PORT: number;
  OPS_PORT: number;
  OPS_HOST: string;
  LOG_LEVEL: string;
  TRUSTED_PROXIES: string;
}
