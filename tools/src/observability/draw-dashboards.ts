import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawPanel, PANEL } from './draw-panel.js';
import { type Dashboard, fillVariables, type Panel, readDashboards } from './read-queries.js';
import type { RunningPrometheus } from './start-prometheus.js';

const FOLDER = join('docs', 'observability');
const COLUMNS = 2;
const GAP = 8;
const STEP_SECONDS = 2;

type Query = (expr: string) => ReturnType<RunningPrometheus['queryRange']>;

async function svgOf(panel: Panel, query: Query, interval: string): Promise<string> {
  const drawn = await Promise.all(
    panel.targets.map(async ({ expr, legendFormat }) => ({
      legend: legendFormat,
      series: await query(fillVariables(expr, interval)),
    })),
  );
  return drawPanel(panel, drawn);
}

/** All panels in one picture. */
async function draw({ title, panels }: Dashboard, query: Query, interval: string): Promise<string> {
  const drawn: string[] = [];
  for (const panel of panels) drawn.push(await svgOf(panel, query, interval));
  const width = COLUMNS * (PANEL.width + GAP) + GAP;
  const height = Math.ceil(panels.length / COLUMNS) * (PANEL.height + GAP) + GAP;
  const placed = drawn.map((svg, index) => {
    const x = GAP + (index % COLUMNS) * (PANEL.width + GAP);
    const y = GAP + Math.floor(index / COLUMNS) * (PANEL.height + GAP);
    return svg.replace('<svg ', `<svg x="${x}" y="${y}" `);
  });
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  const background = `<rect width="${width}" height="${height}" fill="#e5e7eb"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img"><title>${title}</title>${background}\n${placed.join('\n')}\n</svg>\n`;
}

/** Draws each dashboard of what Prometheus has of the last so many seconds, for the page that shows them. */
export async function drawDashboards(
  root: string,
  prometheus: RunningPrometheus,
  seconds: number,
  interval: string,
): Promise<void> {
  const query: Query = (expr) => prometheus.queryRange(expr, seconds, STEP_SECONDS);
  mkdirSync(join(root, FOLDER), { recursive: true });
  for (const dashboard of readDashboards(root))
    writeFileSync(join(root, FOLDER, `${dashboard.uid}.svg`), await draw(dashboard, query, interval));
}
