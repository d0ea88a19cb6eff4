export interface Series {
  name: string;
  points: readonly (readonly [x: number, y: number])[];
}

export interface Panel {
  title: string;
  unit: string;
  series: readonly Series[];
}

const WIDTH = 860;
const PANEL_HEIGHT = 170;
const HEAD = 64;
const LEFT = 70;
const RIGHT = 170;
const COLOURS = ['#1864ab', '#e8590c', '#2b8a3e', '#862e9c'];
const TEXT = 'font-family="system-ui, sans-serif" font-size="12" fill="#343a40"';

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const round = (value: number) => Math.round(value * 10) / 10;
const label = (value: number) => (value >= 100 ? value.toFixed(0) : String(round(value)));

/** A whole number of that size or somewhat above, that reads well on an axis. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 1.5, 2, 3, 5, 7.5, 10].map((step) => step * power).find((step) => step >= value) ?? value;
}

function drawPanel({ title, unit, series }: Panel, top: number): string {
  const points = series.flatMap((one) => one.points);
  const [mostX, mostY] = [Math.max(...points.map(([x]) => x), 1), roundUp(Math.max(...points.map(([, y]) => y), 1))];
  const [bottom, height, width] = [top + PANEL_HEIGHT - 34, PANEL_HEIGHT - 60, WIDTH - LEFT - RIGHT];
  const at = ([x, y]: readonly [number, number]) =>
    `${round(LEFT + (x / mostX) * width)},${round(bottom - (y / mostY) * height)}`;
  const grid = [0, 0.5, 1].map((part) => {
    const y = round(bottom - part * height);
    return (
      `<line x1="${LEFT}" x2="${LEFT + width}" y1="${y}" y2="${y}" stroke="#dee2e6"/>` +
      `<text x="${LEFT - 8}" y="${y + 4}" text-anchor="end" ${TEXT}>${label(part * mostY)}</text>`
    );
  });
  const lines = series.map(({ name, points }, index) => {
    const colour = COLOURS[index % COLOURS.length];
    return (
      `<polyline points="${points.map(at).join(' ')}" fill="none" stroke="${colour}" stroke-width="1.5"/>` +
      `<text x="${LEFT + width + 12}" y="${top + 42 + index * 18}" ${TEXT.replace('#343a40', colour ?? '')}>${escape(name)}</text>`
    );
  });
  const heading = `<text x="${LEFT}" y="${top + 14}" font-weight="600" ${TEXT}>${escape(title)}, ${escape(unit)}</text>`;
  const end = `<text x="${LEFT + width}" y="${bottom + 18}" text-anchor="end" ${TEXT}>${label(mostX)} s</text>`;
  return [heading, ...grid, ...lines, end].join('\n');
}

/** A picture of several panels over one time, as SVG. x is in seconds. */
export function drawChart(title: string, subtitle: string, panels: readonly Panel[]): string {
  const height = HEAD + panels.length * PANEL_HEIGHT;
  const parts = panels.map((panel, index) => drawPanel(panel, HEAD + index * PANEL_HEIGHT));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="${LEFT}" y="26" font-size="16" font-weight="600" ${TEXT.replace('font-size="12" ', '')}>${escape(title)}</text>
<text x="${LEFT}" y="46" ${TEXT}>${escape(subtitle)}</text>
${parts.join('\n')}
</svg>
`;
}
