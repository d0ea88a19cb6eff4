import { describe, expect, it } from '@jest/globals';
import { drawChart } from './chart.js';

describe('a chart', () => {
  it('is a picture in which no value lies outside of its panel', () => {
    const svg = drawChart('A soak', 'of two', [
      {
        title: 'memory',
        unit: 'MB',
        series: [
          {
            name: 'one',
            points: [
              [0, 5],
              [10, 500],
            ],
          },
        ],
      },
    ]);
    expect(svg).toMatch(/^<svg .*<\/svg>\n$/s);
    const ys = [...svg.matchAll(/<polyline points="([^"]+)"/g)].flatMap(([, points = '']) =>
      points.split(' ').map((point) => Number(point.split(',')[1])),
    );
    expect(Math.min(...ys)).toBeGreaterThan(0);
    expect(Math.max(...ys)).toBeLessThan(Number(/height="(\d+)"/.exec(svg)?.[1]));
  });
});
