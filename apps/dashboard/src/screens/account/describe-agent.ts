import { texts } from './texts.js';

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

/** "Firefox on Windows", as far as the User-Agent says. */
export function describeAgent(agent: string | null): string {
  if (!agent) return texts.unknownApp;
  const browser = find(agent, BROWSERS);
  // Other programs, such as curl and scripts, begin with their own name.
  if (!browser) return agent.split(/[/ ]/, 1)[0] || texts.unknownApp;
  const system = find(agent, SYSTEMS);
  return system ? texts.browserOn(browser, system) : browser;
}
