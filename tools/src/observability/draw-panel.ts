import { init } from 'echarts';
import type { Panel } from './read-queries.js';
import type { Series } from './start-prometheus.js';

export const PANEL = { width: 560, height: 230 };
const NAMES_AT_MOST = 8;
const GREY = '#6b7280';

const FORMATS: Record<string, (value: number) => string> = {
  s: (value) =>
    Math.abs(value) < 1 ? `${Number((value * 1_000).toPrecision(3))} ms` : `${Number(value.toPrecision(3))} s`,
  bytes: (value) => `${Number((value / 1_000_000).toPrecision(3))} MB`,
  percentunit: (value) => `${Number((value * 100).toPrecision(3))} %`,
  reqps: (value) => `${Number(value.toPrecision(3))}/s`,
  ops: (value) => `${Number(value.toPrecision(3))}/s`,
};

/** What a query gave, and how its series are called. */
export interface Drawn {
  legend: string;
  series: Series[];
}

const nameOf = (legend: string, { metric }: Series) =>
  legend.replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? '').trim();

const lastOf = ({ values }: Series) => Number(values.at(-1)?.[1] ?? Number.NaN);

const text = (value: string, top: number, size: number) => ({
  type: 'text',
  left: 16,
  top,
  style: { text: value, fontSize: size, fill: '#111827', fontFamily: 'sans-serif' },
});

function linesOf(panel: Panel, drawn: readonly Drawn[]) {
  const format = FORMATS[panel.fieldConfig.defaults.unit] ?? String;
  const named = drawn.flatMap(({ legend, series }) => series.map((one) => ({ name: nameOf(legend, one), one })));
  return {
    legend: {
      type: 'plain',
      bottom: 2,
      left: 10,
      height: 44,
      itemWidth: 12,
      itemHeight: 6,
      icon: 'rect',
      textStyle: { fontSize: 10, color: GREY },
      data: named.slice(0, NAMES_AT_MOST).map(({ name }) => name),
    },
    grid: { left: 64, right: 16, top: 36, bottom: 68 },
    xAxis: { type: 'time', axisLabel: { formatter: '{HH}:{mm}:{ss}', fontSize: 9, color: GREY, hideOverlap: true } },
    yAxis: { type: 'value', min: 0, splitNumber: 3, axisLabel: { formatter: format, fontSize: 10, color: GREY } },
    series: named.map(({ name, one }) => ({
      name,
      type: 'line',
      showSymbol: false,
      lineStyle: { width: 1.4 },
      data: one.values.flatMap(([at, value]) => (value === 'NaN' ? [] : [[at * 1_000, Number(value)]])),
    })),
  };
}

function optionOf(panel: Panel, drawn: readonly Drawn[]): object {
  if (panel.type === 'timeseries') return linesOf(panel, drawn);
  const all = drawn.flatMap(({ legend, series }) => series.map((one) => [nameOf(legend, one), lastOf(one)] as const));
  if (panel.type === 'stat') return { graphic: [text(String(all[0]?.[1] ?? ''), 80, 56)] };
  return { graphic: all.map(([name, value], row) => text(`${value} × ${name}`, 44 + 22 * row, 13)) };
}

/** A panel as SVG. */
export function drawPanel(panel: Panel, drawn: readonly Drawn[]): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...PANEL });
  const title = { text: panel.title, left: 12, top: 8, textStyle: { fontSize: 13, fontWeight: 'bold' } };
  chart.setOption({ animation: false, backgroundColor: '#ffffff', title, ...optionOf(panel, drawn) });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}
