import { host, port, str, url } from 'envalid';
import { commit, proxies, wholeNumber } from './read-config.js';

/** Settings every service has. */
export const SERVICE_SETTINGS = {
  HOST: host({ default: '127.0.0.1', desc: 'Address to listen on.' }),
  PORT: port({ desc: 'Port for requests.' }),
  OPS_PORT: port({ desc: 'Internal port for /livez, /readyz, /metrics, /status and /routes. Never make it public.' }),
  OPS_HOST: host({ default: '127.0.0.1', desc: 'Address the internal port listens on, whatever HOST is.' }),
  LOG_LEVEL: str({
    default: 'info',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    desc: 'Least level logged. SIGUSR2 switches a running process to debug, and back.',
  }),
  LOG_FORMAT: str({
    default: undefined,
    choices: ['json', 'pretty'],
    desc: 'Lines as JSON, or as text for people. Unset: text on a terminal, else JSON.',
  }),
  TRUSTED_PROXIES: proxies({
    default: 'loopback',
    desc: 'Whose X-Forwarded-* headers are trusted: addresses, or loopback, linklocal, uniquelocal.',
  }),
  SHUTDOWN_DELAY_SECONDS: wholeNumber(0)({
    default: 0,
    desc: 'How long a process that is told to stop still takes requests, with /readyz red.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: url({
    default: undefined,
    desc: 'Where traces go by OTLP over HTTP. Other OTEL_* variables hold too. Unset: no traces.',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url({
    default: undefined,
    desc: 'The same for traces alone: a whole address, such as http://collector:4318/v1/traces.',
  }),
  BURGEE_COMMIT: commit({ default: 'unknown', desc: 'Commit that runs, as /metrics shows it. The image sets it.' }),
};

export interface ServiceConfig {
  HOST: string;
  PORT: number;
  OPS_PORT: number;
  OPS_HOST: string;
  LOG_LEVEL: string;
  LOG_FORMAT: string | undefined;
  TRUSTED_PROXIES: string;
  SHUTDOWN_DELAY_SECONDS: number;
  OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: string | undefined;
  BURGEE_COMMIT: string;
}
