import { bootstrap, main, ROOT } from './bootstrap.mjs';

/** Each writes files of this repository again, which a test compares with what the code says. */
const COMMANDS = {
  chart: {
    about: "the chart's goldens in tools/fixtures/chart",
    run: async () => (await import('./dist/chart/try-chart.js')).writeGoldens(ROOT),
  },
  metrics: {
    about: 'the pictures of the dashboards in docs/observability',
    run: async () => {
      const { tryMetrics } = await import('./dist/observability/try-metrics.js');
      const complaints = await tryMetrics(ROOT, { isDrawing: true });
      if (complaints.length > 0) throw new Error(complaints.join('\n'));
    },
  },
  'request-paths': {
    about: 'the lists of files in docs/request-paths',
    run: async () => (await import('./dist/request-paths/write-paths.js')).writePaths(ROOT),
  },
};

await main(async () => {
  const [name = ''] = process.argv.slice(2);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    const lines = Object.entries(COMMANDS).map(([each, { about }]) => `  ${each.padEnd(16)}writes ${about}`);
    throw new Error(['Usage: node tools/burgee.mjs <command>', '', ...lines].join('\n'));
  }
  await bootstrap();
  await command.run();
});
