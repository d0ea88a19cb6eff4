import { describe, expect, it } from '@jest/globals';
import { drawChart } from './chart.js';
import { slope } from './slope.js';

describe('what a soak is summed up by', () => {
  it('the slope of a line through points', () => {
    expect(
      slope([
        [0, 1],
        [1, 3],
        [2, 5],
      ]),
    ).toBe(2);
    expect(slope([[1, 7]])).toBe(0);
  });

  it('a picture, in which no value lies outside of its panel', () => {
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
