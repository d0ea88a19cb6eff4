import { bootstrap, main, ROOT } from './bootstrap.mjs';

/** What a developer of Burgee runs by hand. The first four write files again that a test compares with the code. */
const COMMANDS = {
  acts: {
    about: 'writes the table of acts in docs/reference/authorization.md',
    run: async () => (await import('./dist/docs/acts-table.js')).writeActs(ROOT),
  },
  chart: {
    about: "writes the chart's goldens in tools/fixtures/chart",
    run: async () => (await import('./dist/chart/try-chart.js')).writeGoldens(ROOT),
  },
  metrics: {
    about: 'writes the pictures of the dashboards in docs/observability',
    run: async () => {
      const { tryMetrics } = await import('./dist/observability/try-metrics.js');
      const complaints = await tryMetrics(ROOT, { isDrawing: true });
      if (complaints.length > 0) throw new Error(complaints.join('\n'));
    },
  },
  'request-paths': {
    about: 'writes the lists of files in docs/request-paths',
    run: async () => (await import('./dist/request-paths/write-paths.js')).writePaths(ROOT),
  },
  words: {
    about: 'counts the words of all pages, blocks of code apart',
    run: async () => console.log((await import('./dist/docs/count-words.js')).describeWords()),
  },
  audit: {
    about: 'compares what npm audit finds with docs/vex.cdx.json',
    run: async () => (await import('./dist/supply/audit.js')).audit(ROOT),
  },
  marks: {
    about: 'lists signs of translated English in lines added since a commit: marks [COMMIT]',
    run: async ([since = 'HEAD']) => {
      const marks = (await import('./dist/docs/list-marks.js')).listMarks(since, ROOT);
      console.log([...marks, `${marks.length} marks in lines added since ${since}`].join('\n'));
    },
  },
  retired: {
    about: 'lists retired words (docs/glossary.md): retired [PATH…], where a path may be a prefix',
    run: async (paths) => {
      const words = (await import('./dist/docs/list-retired-words.js')).listRetiredWords(...paths);
      console.log([...words, `${words.length} retired words`].join('\n'));
    },
  },
};

await main(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    const lines = Object.entries(COMMANDS).map(([each, { about }]) => `  ${each.padEnd(16)}${about}`);
    throw new Error(['Usage: node tools/burgee.mjs <command>', '', ...lines].join('\n'));
  }
  await bootstrap();
  await command.run(args);
});
