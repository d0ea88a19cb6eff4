import { host, port, str, url } from 'envalid';
import { SESSION_COOKIE } from '@burgee/contracts/wire';
import { commit, cookieName, proxies, wholeNumber } from './read-config.js';

/** Settings every service has. */
export const SERVICE_SETTINGS = {
  HOST: host({ default: '127.0.0.1', desc: 'Listen address.' }),
  PORT: port({ desc: 'Port for requests.' }),
  OPS_PORT: port({ desc: 'Internal port: /livez, /readyz, /metrics, /status, /routes. Keep it private.' }),
  OPS_HOST: host({ default: '127.0.0.1', desc: 'Listen address of the internal port, independent of HOST.' }),
  LOG_LEVEL: str({
    default: 'info',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    desc: 'Lowest level logged. SIGUSR2 toggles debug on a running process.',
  }),
  LOG_FORMAT: str({
    default: undefined,
    choices: ['json', 'pretty'],
    desc: 'Log format. Unset: text on a terminal, else JSON.',
  }),
  TRUSTED_PROXIES: proxies({
    default: 'loopback',
    desc: 'Proxies whose X-Forwarded-* headers are trusted: addresses, loopback, linklocal, uniquelocal.',
  }),
  SESSION_COOKIE_NAME: cookieName({
    default: SESSION_COOKIE,
    desc: 'Name of the session cookie. The same on all.',
  }),
  // The api-gateway reuses its own connections to services for a quarter of the default.
  KEEP_ALIVE_SECONDS: wholeNumber(20)({
    default: 65,
    desc: 'How long an idle connection stays open: longer than your load balancer keeps one.',
  }),
  SHUTDOWN_DELAY_SECONDS: wholeNumber(0)({
    default: 0,
    desc: 'How long a stopping process still accepts requests, with /readyz at 503.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: url({
    default: undefined,
    desc: 'OTLP/HTTP endpoint for traces; other OTEL_* variables apply too. Unset: no traces.',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url({
    default: undefined,
    desc: 'Full traces URL, such as http://collector:4318/v1/traces.',
  }),
  BURGEE_COMMIT: commit({ default: 'unknown', desc: 'Running commit, shown in /metrics. The image sets it.' }),
};

export interface ServiceConfig {
  HOST: string;
  PORT: number;
  OPS_PORT: number;
  OPS_HOST: string;
  LOG_LEVEL: string;
  LOG_FORMAT: string | undefined;
  TRUSTED_PROXIES: string;
  SESSION_COOKIE_NAME: string;
  KEEP_ALIVE_SECONDS: number;
  SHUTDOWN_DELAY_SECONDS: number;
  OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: string | undefined;
  BURGEE_COMMIT: string;
}
