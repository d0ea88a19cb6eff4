import type { BurgeeClient } from '../client.js';
import { withHook } from '../hooks/with-hook.js';
import { later, nothing } from '../later.js';
import type { ClientOptions } from '../options.js';
import { page } from '../page.js';
import { quietly } from '../quietly.js';
import { readBaseUrl } from '../read-base-url.js';
import type { ServerClient } from '../server/server-client.js';
import { usageCounter } from './counts.js';

/** The options of `withUsage`. */
export interface UsageOptions extends Pick<ClientOptions, 'sdkKey' | 'baseUrl' | 'fetch' | 'unref'> {
  /** The name of your application: at most 100 letters, digits, blanks and `_.@/:+()-`. */
  readonly app: string;
}

const REPORT_AFTER_MS = 60_000;
const SDK = '@burgee/sdk';
/** A test compares it with package.json. */
const SDK_VERSION = '0.2.0';

// `crypto.randomUUID` is absent in pages without https.
const newId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => (byte + 256).toString(16).slice(1)).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

/**
 * The client, which reports which flags it evaluated, how often and with which variant: up to once a minute, and when
 * it is closed or its page is left. It sends nothing about contexts, values and users. A lost report stays lost; no
 * call waits for a report, and none fails because of one.
 * @example const flags = withUsage(createClient(options), { ...options, app: 'shop' });
 */
export function withUsage(client: BurgeeClient, options: UsageOptions): ServerClient {
  const { app, sdkKey, fetch: send = globalThis.fetch, unref } = options;
  const url = `${readBaseUrl(options)}/api/v1/usage`;
  const instance = newId();
  const counter = usageCounter();
  let cancel: (() => void) | undefined;
  let isOff = false;

  async function post(body: unknown): Promise<void> {
    const response = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sdk-key': sdkKey },
      body: JSON.stringify(body),
      // The key goes to no other origin, and the page may close before the answer.
      redirect: 'manual',
      keepalive: true,
    });
    // This service takes no reports.
    isOff = response.status === 404;
    await response.body?.cancel();
  }
  function report(): void {
    cancel = void cancel?.();
    const position = client.version;
    const of = { app, sdk: SDK, sdk_version: SDK_VERSION, instance, ...(position && { position }) };
    for (const counts of counter.take()) void quietly(() => post({ window: newId(), reports: [{ ...of, ...counts }] }));
  }

  const flags = withHook(client, ({ key, details }) => {
    if (isOff) return;
    counter.count(key, details);
    // Clients that started at the same time must not all report at the same time.
    cancel = cancel || later(REPORT_AFTER_MS * (1 + Math.random() / 4), report, unref);
  });
  if (page.document) page.addEventListener('pagehide', report);
  const stop = page.document ? () => page.removeEventListener('pagehide', report) : nothing;
  return Object.assign(flags, {
    close: () => {
      report();
      stop();
      client.close();
    },
  });
}
