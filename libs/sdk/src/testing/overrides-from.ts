import type { FlagValue } from '@burgee/evaluation';

function read(text: string): FlagValue {
  if (text === 'on' || text === '') return true;
  if (text === 'off') return false;
  try {
    return JSON.parse(text) as FlagValue;
  } catch {
    return text;
  }
}

/**
 * Overrides from an address: `?ff=new-checkout:on&ff=theme:dark&ff=limit:5`. `on`, `off`, JSON, or text.
 * Anyone who sends your users a link can set these: use it in development only.
 * @param search `location.search`
 */
export function overridesFrom(search: string): Record<string, FlagValue> {
  const pairs = new URLSearchParams(search).getAll('ff').map((pair): [string, FlagValue] => {
    const colon = pair.indexOf(':');
    return colon < 0 ? [pair, true] : [pair.slice(0, colon), read(pair.slice(colon + 1))];
  });
  return Object.fromEntries(pairs);
}
