import type { BurgeeClient } from '../client.js';
import { withHook } from '../hooks/with-hook.js';
import { later } from '../later.js';
import type { ClientOptions } from '../options.js';
import { page } from '../page.js';
import { quietly } from '../quietly.js';
import { readBaseUrl } from '../read-base-url.js';
import type { ServerClient } from '../server/server-client.js';
import { usageCounter } from './counts.js';

/** The options of `withUsage`. */
export interface UsageOptions extends Pick<ClientOptions, 'sdkKey' | 'baseUrl' | 'fetch' | 'unref' | 'logger'> {
  /** The name of your application: at most 100 letters of any script, digits, blanks and `_.@/:+()-`. */
  readonly app: string;
}

const REPORT_AFTER_MS = 60_000;
/** So that an address that hangs keeps no process alive after `close()`. */
const ANSWER_WITHIN_MS = 3_000;
const SDK = '@burgee/sdk';
/** A test compares it with package.json. */
const SDK_VERSION = '0.3.0';

// It is no secret, and `crypto.randomUUID` is absent in pages without https.
const newId = (): string =>
  '00000000-0000-0000-0000-000000000000'.replace(/0/g, () => Math.floor(Math.random() * 16).toString(16));

/**
 * The client, which reports which flags it evaluated, how often and with which variant: up to once a minute, and when
 * it is closed or its page is left. It sends nothing about contexts, values and users. A lost report stays lost; no
 * call waits for a report, and none fails because of one.
 * @example const flags = withUsage(createClient(options), { ...options, app: 'shop' });
 */
export function withUsage(client: BurgeeClient, options: UsageOptions): ServerClient {
  const { app, sdkKey, fetch: send = globalThis.fetch, unref, logger = console } = options;
  const url = `${readBaseUrl(options)}/api/v1/usage`;
  const instance = newId();
  const counter = usageCounter();
  let cancel: (() => void) | undefined;
  let isOff = false;

  async function post(body: unknown): Promise<unknown> {
    const response = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sdk-key': sdkKey },
      body: JSON.stringify(body),
      // The key goes to no other origin, and the page may close before the answer.
      redirect: 'manual',
      keepalive: true,
      // Old browsers do not have it.
      signal: AbortSignal.timeout?.(ANSWER_WITHIN_MS),
    });
    const isRefused = response.status === 400;
    // This service takes no reports, or none of this application.
    const wasOff = isOff;
    isOff = wasOff || isRefused || response.status === 404;
    if (!isRefused || wasOff) return response.body?.cancel();
    logger.warn(`[burgee] usage: ${((await response.json()) as { detail: string }).detail}`);
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
  return Object.assign(flags, {
    close: () => {
      report();
      page.removeEventListener?.('pagehide', report);
      client.close();
    },
  });
}
