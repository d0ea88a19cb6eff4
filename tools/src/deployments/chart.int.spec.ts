import { expect, it } from '@jest/globals';
import { tryChart } from '../chart/try-chart.js';

it("renders the chart's goldens, which pass Helm's lint and the schemas of Kubernetes, and refuses bad values", async () => {
  expect(await tryChart(process.cwd())).toEqual([]);
});
