import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import proxyAddress from '@fastify/proxy-addr';
import { cleanEnv, makeValidator, EnvError, type CleanedEnv, type ValidatorSpec } from 'envalid';
import { keyPairErrors } from '../engines/key-pair-errors.js';
import { createLogger } from '../logging/create-logger.js';
import { misspelt } from './misspelt.js';

type Schema = Record<string, ValidatorSpec<unknown>>;

/** Reports wrong settings to the operator, without their values: those may be secrets. */
interface SettingsReport {
  /** Errors by the setting's name. The process ends afterwards. */
  wrong: (errors: Record<string, string>) => void;
  /** Variables that nothing reads, each with the setting that it resembles. */
  unknown: (names: [given: string, nearest: string][]) => void;
  /** Settings of an earlier version that are still set. */
  removed: (names: string[]) => void;
}

/** Reports as log lines of a service. */
function logReport(service: string): SettingsReport {
  const logger = createLogger(service, { LOG_LEVEL: 'info' });
  return {
    wrong: (errors) => logger.fatal({ settings: errors }, 'settings are missing or wrong'),
    unknown: (names) => {
      for (const [variable, setting] of names)
        logger.warn({ variable, setting }, `ignored ${variable}: no setting has this name; ${setting} is one`);
    },
    removed: (names) =>
      logger.warn({ settings: names }, `ignored ${names.join(', ')}: this version has no such settings`),
  };
}

/** Reports as lines for a person at a terminal. */
const TEXT_REPORT: SettingsReport = {
  wrong: (errors) => {
    const lines = Object.entries(errors).map(([name, error]) => `  ${name}: ${error}\n`);
    process.stderr.write(`These settings are missing or wrong (docs/reference/configuration.md):\n${lines.join('')}`);
  },
  unknown: (names) => {
    for (const [variable, setting] of names)
      process.stderr.write(`Ignored ${variable}: no setting has this name. Is it ${setting}?\n`);
  },
  removed: (names) => void process.stderr.write(`Ignored ${names.join(', ')}: this version has no such settings.\n`),
};

/** `X_FILE=/run/secrets/x` means `X=<that file's text>`, as container platforms mount secrets. */
function withSecretFiles(env: NodeJS.ProcessEnv, names: string[], errors: Record<string, string>): NodeJS.ProcessEnv {
  const read = { ...env };
  for (const name of names) {
    const file = env[`${name}_FILE`];
    if (!file || read[name] !== undefined) continue;
    try {
      read[name] = readFileSync(file, 'utf8').trimEnd();
    } catch {
      errors[name] = `the file that ${name}_FILE names cannot be read`;
    }
  }
  return read;
}

interface ReadOptions<Config> {
  /** The name of the process in its log. Without it, the report goes to a person at a terminal. */
  service?: string;
  /** Settings that other code reads. */
  known?: readonly string[];
  /** Settings of earlier versions, which nothing reads any more. */
  removed?: readonly string[];
  /** Errors in settings that are well-formed, by the setting's name. */
  check?: (config: Config) => Record<string, string>;
}

/** A validator's message without the value, which envalid's own messages quote. */
function sentence(error: Error, value: string | undefined): string {
  const said = value ? error.message.replaceAll(`"${value}"`, '').replaceAll('  ', ' ').trim() : error.message;
  return said || 'it is required';
}

/**
 * Ends a service whose settings turn out to be wrong in use, with the same report.
 * @param errors by the setting's name, without values
 */
export function refuseSettings(service: string, errors: Record<string, string>): never {
  logReport(service).wrong(errors);
  process.exit(1);
}

/**
 * Parses the settings of a process before anything else starts. All errors are reported at once and the process exits:
 * a bad value never becomes a default.
 */
export function readConfig<S extends Schema>(
  schema: S,
  env: NodeJS.ProcessEnv = process.env,
  { service, known = [], removed = [], check = () => ({}) }: ReadOptions<CleanedEnv<S>> = {},
): CleanedEnv<S> {
  const report = service === undefined ? TEXT_REPORT : logReport(service);
  const names = Object.keys(schema);
  const errors: Record<string, string> = {};
  const given = withSecretFiles(env, names, errors);
  const reporter = ({ errors: found }: { errors: Record<string, Error> }) => {
    for (const [name, error] of Object.entries(found)) errors[name] ??= sentence(error, given[name]);
  };
  // A plain object: envalid's proxy throws on unknown properties, and the injector reads some.
  const config = { ...cleanEnv(given, schema, { reporter: reporter as never }) };
  const unknown = misspelt(Object.keys(env), [...names, ...known, ...removed]);
  if (unknown.length > 0) report.unknown(unknown);
  const old = removed.filter((name) => env[name] !== undefined);
  if (old.length > 0) report.removed(old);
  if (Object.keys(errors).length === 0) Object.assign(errors, keyPairErrors(config), check(config));
  if (Object.keys(errors).length > 0) {
    report.wrong(errors);
    process.exit(1);
  }
  return config;
}

/** A secret: at least 32 characters, and not a placeholder such as `change-me`. */
export const secret = makeValidator<string>((input) => {
  if (input.length < 32) throw new EnvError('a secret of at least 32 characters is needed (make one: npm run env)');
  if (/change[-_ ]?me|example|default|(secret){2}|password/i.test(input) || new Set(input).size < 8)
    throw new EnvError('this looks like a placeholder, not a secret (make one: npm run env)');
  return input;
});

function curveOf(text: string): string | undefined {
  try {
    return createPublicKey(text).asymmetricKeyDetails?.namedCurve;
  } catch {
    return undefined;
  }
}

/** Half of a P-256 key pair as PEM, possibly with its newlines written as \n. */
export const pem = makeValidator<string>((input) => {
  const text = input.replaceAll('\\n', '\n');
  if (curveOf(text) !== 'prime256v1') throw new EnvError('a P-256 key as PEM is needed (make one: npm run env)');
  return text;
});

/** An Ed25519 private key as PEM, possibly with its newlines written as \n. */
export const ed25519Key = makeValidator<string>((input) => {
  const text = input.replaceAll('\\n', '\n');
  if (!isEd25519(text)) throw new EnvError('an Ed25519 private key as PEM is needed (make one: npm run env)');
  return text;
});

function isEd25519(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

/** A commit, or another identifier of a build. */
export const commit = makeValidator<string>((input) => {
  if (!/^[\w.+-]{1,64}$/.test(input))
    throw new EnvError('letters, digits, `.`, `_`, `+` and `-` are needed, at most 64');
  return input;
});

/** The path of a folder. */
export const folder = makeValidator<string>((input) => {
  if (input.trim() === '') throw new EnvError('the path of a folder is needed, and this is empty');
  return input;
});

/** Trusted proxies, separated by commas: addresses, blocks of addresses or their names; or `none`. */
export const proxies = makeValidator<string>((input) => {
  const list = input.split(',').map((one) => one.trim());
  try {
    if (input !== 'none') proxyAddress.compile(list);
  } catch {
    throw new EnvError(
      'addresses such as 10.0.0.7 or 10.0.0.0/8 are needed, or loopback, linklocal, uniquelocal, separated by commas; or none',
    );
  }
  return list.join(',');
});

/** The name of a cookie (RFC 6265, 4.1.1), not that of the other cookie that auth sets. */
export const cookieName = makeValidator<string>((input) => {
  if (!/^[\w!#$%&'*+.^`|~-]{1,64}$/.test(input) || input === 'burgee_device')
    throw new EnvError('the name of a cookie is needed: up to 64 letters, digits, `-` and `_`');
  return input;
});

/** An origin without a path: where people reach the dashboard. No link comes from a request's own headers. */
export const publicUrl = makeValidator<string>((input) => {
  const url = URL.canParse(input) ? new URL(input) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== input.replace(/\/$/, ''))
    throw new EnvError('an address without a path is needed, such as https://flags.example.com');
  return url.origin;
});

/** A whole number of at least `minimum`. */
export function wholeNumber(minimum: number) {
  return makeValidator<number>((input) => {
    const value = Number(input);
    if (!Number.isInteger(value) || value < minimum)
      throw new EnvError(`a whole number of at least ${minimum} is needed`);
    return value;
  });
}
