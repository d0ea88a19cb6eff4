import { Command, Option } from 'commander';
import type { Outcome, Say } from './outcome.js';

interface Shell {
  out: (text: string) => void;
  say: Say;
  done: (outcome: Outcome) => void;
  /** What is piped to the command. */
  input: () => Promise<string>;
}

const EXIT_CODES = `
Exit codes: 0 done; 1 failed or refused; 2 the command line makes no sense.
verify-history: 0 the history holds, 1 it does not, 2 that cannot be said.

Settings: DATABASE_URL, as the owner of the database, and DATABASE_CA, DATABASE_CERT, DATABASE_KEY. migrate and restore
also need DATABASE_PASSWORD_AUTH and those of the other roles. Links begin with PUBLIC_URL if it is set. With npm run
operator all are found by themselves.`;

const collect = (value: string, before: string[] = []) => [...before, value];

/** The commands. Each loads its code when it runs. @param isTerminal whether a person reads the output */
export function makeProgram(isTerminal: boolean, { out, say, done, input }: Shell): Command {
  const program = new Command('burgee-operator')
    .description('Commands for the operator of an installation of Burgee.')
    .addOption(
      new Option('--output <form>', 'the form of the outcome on stdout')
        .choices(['text', 'json'])
        .default(isTerminal ? 'text' : 'json', 'text in a terminal, else json'),
    )
    .addHelpText('after', EXIT_CODES)
    .showHelpAfterError()
    .configureOutput({ writeOut: out, writeErr: (text) => say(text.trimEnd()) })
    .exitOverride();

  program
    .command('migrate')
    .description('create roles, schemas, tables and rights, or bring them up to date; repeating it is harmless')
    .action(async () => done(await (await import('./migrate/run-migrate.js')).runMigrate(say)));

  program
    .command('backup')
    .description('write what Burgee has stored to a new file')
    .argument('[file]', 'by default burgee-<time>.backup')
    .action(async (file?: string) => done(await (await import('./backup/run-backup.js')).runBackup(file, say)));

  program
    .command('restore')
    .description('put a backup back into an empty database, or finish a recovery of Postgres')
    .argument('[file]')
    .option('--replace', 'delete what the database holds', false)
    .option('--while-running', 'do not check whether Burgee runs', false)
    .option('--after-recovery', 'instead of a file: finish a recovery of Postgres to a point in time', false)
    .action(async (file, options, command: Command) => {
      if ((file === undefined) !== options.afterRecovery) command.error('error: name a file, or --after-recovery');
      done(await (await import('./backup/run-backup.js')).runRestore(file, options, say));
    });

  program
    .command('verify-history')
    .description('verify an export of a history, or the history of the installation in its database')
    .argument('[file]', 'an export as NDJSON; needs no database')
    .option('--instance', 'verify what belongs to no project, in the database', false)
    .option('--export <file>', 'also write it to a new file, as exports of projects are')
    .option('--against <file>', 'also compare it with an earlier export; may be repeated', collect)
    .option('--kid <key>', 'accept signatures of this key alone; may be repeated', collect)
    .option('--upgraded <date>', 'accept a history that 0.1.0 shortened, if audit signed that up to this date')
    .action(async (file, options, command: Command) => {
      const { parseCommand, runVerification } = await import('./verify-history/command.js');
      const parsed = parseCommand(file, options);
      if (!parsed) command.error('error: name an export, or --instance; --upgraded takes a date');
      else done(await runVerification(parsed));
    });

  program
    .command('dead-letters')
    .description('list messages that were refused again and again, or deliver them again')
    .argument('<list|deliver>')
    .argument('[event-id...]', 'deliver only these')
    .action(async (verb: string, eventIds: string[], _options, command: Command) => {
      if (verb !== 'list' && verb !== 'deliver') command.error('error: dead-letters takes list or deliver');
      done(await (await import('./dead-letters/run-dead-letters.js')).runDeadLetters(verb === 'deliver', eventIds));
    });

  program
    .command('colliding-accounts')
    .description('list accounts that are one email address in several spellings')
    .action(async () =>
      done(await (await import('./colliding-accounts/list-colliding-accounts.js')).listCollidingAccounts()),
    );

  const accounts = () => import('./accounts/run-account-command.js');
  program
    .command('setup-link')
    .description('print a link that makes its bearer administrator, once, within a day')
    .action(async () => done(await (await accounts()).createSetupLink()));
  program
    .command('make-administrator')
    .description(
      'make an account administrator: the one with this id, or a new one, with a link that sets its password',
    )
    .argument('<email or id>')
    .option('--existing', 'take the account that has the email: end its password and sessions, and print a link', false)
    .action(async (account: string, { existing }: { existing: boolean }) =>
      done(await (await accounts()).nameAdministrator(account, existing)),
    );
  program
    .command('reset-password')
    .description('print a link that sets a new password and ends every session, once, within an hour')
    .argument('<email>')
    .action(async (email: string) => done(await (await accounts()).createAccountLink('reset', email)));
  program
    .command('sign-in-link')
    .description('print a link that signs in, once, within an hour')
    .argument('<email>')
    .action(async (email: string) => done(await (await accounts()).createAccountLink('sign-in', email)));

  const secrets = () => import('@burgee/launcher/secrets');
  program
    .command('env')
    .description('print the secrets of a new installation, as a .env; needs no database')
    .option('--missing', 'only those that the .env on stdin lacks', false)
    .action(async ({ missing }: { missing: boolean }) => {
      const { envFile, missingLines } = await secrets();
      out(missing ? missingLines(await input()) : envFile());
    });
  program
    .command('kubernetes-secret')
    .description('print the Secret that the chart needs, from the .env on stdin; needs no database')
    .action(async () => out(`${(await secrets()).kubernetesSecret(await input())}\n`));

  return program;
}
