import { type DocumentedSetting, documentedSettings } from '../deploy/documented-settings.js';

/** What the chart sets by itself: addresses, ports, secrets, certificates, and the times that the grace period is made of. */
const SET_BY_CHART = [
  /^(OPS_)?(HOST|PORT)$/,
  /^(SHUTDOWN_DELAY|STREAM_DRAIN)_SECONDS$/,
  /^(DATABASE|REDIS|NATS)_/,
  /^(AUTH|FLAGS_ADMIN|AUDIT|USAGE)_URL$|^(SDK_GATEWAY|UPSTREAM)_URLS$/,
  /^(SESSION_PRIVATE_KEY|SESSION_PUBLIC_KEY|PASSWORD_PEPPER|SDK_KEY_SECRET|(STREAM|EDGE)_TICKET_SECRET|FORWARDING_SECRET)$/,
  /^(SDK_KEYS|UPSTREAM_CA|TLS_CERT|TLS_KEY|LAST_KNOWN_GOOD_DIR)$/,
  // It ends the process.
  /^WRITE_SNAPSHOT$/,
];

const isFree = ({ name }: DocumentedSetting) => !SET_BY_CHART.some((pattern) => pattern.test(name));

/** The settings that `env` of a service takes, shared ones included; for `common`, only the shared ones. */
export function settingsOf(service: string): DocumentedSetting[] {
  const own = service === 'common' ? [] : documentedSettings(service);
  return [...documentedSettings('Every service'), ...own].filter(isFree);
}
