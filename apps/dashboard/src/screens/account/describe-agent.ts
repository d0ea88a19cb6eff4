const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b((Headless)?Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const find = (agent: string, list: readonly [RegExp, string][]) => list.find(([pattern]) => pattern.test(agent))?.[1];

/** "Firefox on Windows", as far as what signed in has named itself. */
export function describeAgent(agent: string | null): string {
  if (!agent) return 'Unknown program';
  const browser = find(agent, BROWSERS);
  // What is no browser begins with its own name, as curl and scripts do.
  if (!browser) return agent.split(/[/ ]/, 1)[0] || 'Unknown program';
  const system = find(agent, SYSTEMS);
  return system ? `${browser} on ${system}` : browser;
}
