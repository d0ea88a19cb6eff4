import type { EnvironmentView } from '@burgee/contracts/http';
import { originsOf, type WithOrigins } from './environment-draft.js';
import { texts } from './texts.js';

const { differs } = texts.origins;

type Registered = Pick<EnvironmentView, 'id' | 'name'> & WithOrigins;

export type OriginLookup =
  | { kind: 'unreadable' }
  /** Browsers send "null" for such pages, which cannot be registered. */
  | { kind: 'no-origin'; scheme: string }
  | { kind: 'allowed'; origin: string; environments: Registered[] }
  /** `near.origin` is registered and similar, but another origin. */
  | { kind: 'refused'; origin: string; near?: { environment: Registered; origin: string; differs: string } };

/** Browsers send "null" for their pages, or no page has them, as the service says. */
const WITHOUT_PAGES = /^(?:file|ftp|javascript|wss?):$/;
const LOCAL = /^(localhost|127\.|\[::1\]|0\.0\.0\.0)/i;

/** Parses an address with or without a scheme. */
function parse(address: string): URL | undefined {
  const text = address.trim();
  const whole = /^[a-z][a-z0-9+.-]*:(\/\/|(?!\d))/i.test(text)
    ? text
    : `${LOCAL.test(text) ? 'http' : 'https'}://${text}`;
  return URL.canParse(whole) ? new URL(whole) : undefined;
}

function difference(page: URL, registered: URL): string | undefined {
  const bare = (host: string) => host.replace(/^www\./, '');
  if (bare(page.hostname) !== bare(registered.hostname)) return undefined;
  if (page.hostname !== registered.hostname) return differs.www;
  if (page.protocol !== registered.protocol) return differs.scheme(page.protocol, registered.protocol);
  return differs.port;
}

/**
 * Which origin a browser sends for a page, and which environments have registered it. Origins are compared
 * character by character, as the service does (docs/adr/0017-keys-and-origins.md).
 */
export function lookUpOrigin(address: string, environments: readonly Registered[]): OriginLookup {
  const page = parse(address);
  if (!page) return { kind: 'unreadable' };
  if (page.host === '' || WITHOUT_PAGES.test(page.protocol)) return { kind: 'no-origin', scheme: page.protocol };
  // `origin` of the schemes of apps is "null".
  const origin = `${page.protocol}//${page.host}`.toLowerCase();
  const having = environments.filter((environment) => originsOf(environment).includes(origin));
  if (having.length > 0) return { kind: 'allowed', origin, environments: having };
  for (const environment of environments)
    for (const registered of originsOf(environment)) {
      const differs = difference(page, new URL(registered));
      if (differs !== undefined) return { kind: 'refused', origin, near: { environment, origin: registered, differs } };
    }
  return { kind: 'refused', origin };
}
