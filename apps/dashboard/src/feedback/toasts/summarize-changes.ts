import { texts } from '../texts.js';

/** A change by another user: "Grace", "switched new-checkout in Production". */
export interface OthersChange {
  who: string;
  what: string;
}

const LINES = 3;

/** A summary in a few lines, oldest first; of many changes, the last ones and a count of the others. */
export function summarizeChanges(changes: readonly OthersChange[]): { title: string; lines: string[] } {
  const [first] = changes;
  if (first && changes.every(({ who }) => who === first.who))
    return { title: first.who, lines: shorten(changes.map(({ what }) => what)) };
  return {
    title: texts.changes(changes.length),
    lines: shorten(changes.map(({ who, what }) => texts.change(who, what))),
  };
}

function shorten(lines: readonly string[]): string[] {
  const earlier = lines.length - LINES;
  return earlier > 0 ? [texts.earlier(earlier), ...lines.slice(-LINES)] : [...lines];
}
