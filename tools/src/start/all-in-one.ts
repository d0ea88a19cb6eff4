import { OtherPostgres, type Report } from '@burgee/launcher';
import { describeOtherPostgres } from './describe-other-postgres.js';
import { operate } from './operate.js';
import { start } from './start.js';

/** The process of the image `all-in-one`: starts everything, or, after `operate`, is a command of burgee-operator. */
const [task, ...words] = process.argv.slice(2);

const report: Report = (step, work) => {
  console.log(`${step} …`);
  return work();
};

try {
  if (task === 'operate') process.exitCode = await operate(words);
  else await start(report, { isContainer: true });
} catch (error) {
  const message = error instanceof Error ? error.message : error;
  console.error(error instanceof OtherPostgres ? describeOtherPostgres(error) : message);
  process.exit(1);
}
