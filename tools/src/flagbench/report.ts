import { median } from '../bench/measurement.js';
import type { ServerFigures } from './measure-server.js';

/** "12 ms", "3.4 s" */
function duration(milliseconds: number): string {
  return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}

const range = (values: readonly number[]) => `${duration(median(values))} (at most ${duration(Math.max(...values))})`;
const count = (value: number) => value.toLocaleString('en');

/** A Markdown table, a server in each row. */
export function toTable(figures: readonly ServerFigures[], clients: number): string {
  const head = [
    'server',
    'stale answers after a confirmed write',
    'all answers are fresh after',
    `each of ${count(clients)} clients has a change after`,
    `${count(clients)} clients open after`,
    'set to',
  ];
  const rows = figures.map((one) => [
    one.name,
    `${count(one.stale)} of ${count(one.answers)}`,
    one.stale === 0 ? 'at once' : range(one.freshAfter),
    `${range(one.everyClientAfter)}, by ${one.delivery}`,
    duration(one.openedAfter),
    one.settings.join('; '),
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const [WIDTH, LEFT, RIGHT, ROW, TOP] = [720, 180, 110, 34, 44];

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

interface Bar {
  label: string;
  value: number;
  text: string;
}

/** @returns bars with a heading above, from `top` down, and where they end */
function chart(heading: string, bars: readonly Bar[], top: number): { svg: string; bottom: number } {
  const most = Math.max(...bars.map(({ value }) => value)) || 1;
  const lines = bars.map(({ label, value, text }, index) => {
    const y = top + TOP + index * ROW;
    const width = Math.max(2, ((WIDTH - LEFT - RIGHT) * value) / most);
    return (
      `<text x="${LEFT - 12}" y="${y + 16}" text-anchor="end">${escape(label)}</text>` +
      `<rect x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="22" rx="3" fill="${index === 0 ? '#4f46e5' : '#94a3b8'}"/>` +
      `<text x="${(LEFT + width + 8).toFixed(1)}" y="${y + 16}">${escape(text)}</text>`
    );
  });
  return {
    svg: `<text x="16" y="${top + 28}" font-weight="600">${escape(heading)}</text>${lines.join('')}`,
    bottom: top + TOP + bars.length * ROW,
  };
}

/** An SVG of stale answers, and of the time until each client has a change. It highlights the first server. */
export function toPicture(figures: readonly ServerFigures[], clients: number): string {
  const stale = chart(
    'Stale answers after a confirmed write',
    figures.map((one) => {
      const share = one.stale / one.answers;
      return { label: one.name, value: share, text: one.stale === 0 ? 'none' : `${(share * 100).toFixed(1)} %` };
    }),
    0,
  );
  const every = chart(
    `Until each of ${count(clients)} clients has a change`,
    figures.map(({ name, everyClientAfter }) => {
      const value = median(everyClientAfter);
      return { label: name, value, text: duration(value) };
    }),
    stale.bottom + 8,
  );
  const height = every.bottom + 16;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" ` +
    `font-family="system-ui, sans-serif" font-size="13" fill="#0f172a" role="img" aria-label="Stale answers and delivery">` +
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>${stale.svg}${every.svg}</svg>\n`
  );
}
