import { createPublicKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { cleanEnv, makeValidator, EnvError, type CleanedEnv, type ValidatorSpec } from 'envalid';

type Schema = Record<string, ValidatorSpec<unknown>>;

/** `X_FILE=/run/secrets/x` means `X=<that file's text>`, as container platforms mount secrets. */
function withSecretFiles(env: NodeJS.ProcessEnv, names: string[]): NodeJS.ProcessEnv {
  const read = { ...env };
  for (const name of names) {
    const file = env[`${name}_FILE`];
    if (file && read[name] === undefined && existsSync(file)) read[name] = readFileSync(file, 'utf8').trimEnd();
  }
  return read;
}

/**
 * The settings of a service, parsed before anything else starts. All errors are printed at once and the
 * process exits: a bad value never becomes a default.
 */
export function readConfig<S extends Schema>(schema: S, env: NodeJS.ProcessEnv = process.env): CleanedEnv<S> {
  // A plain object: envalid's proxy throws on any property it does not know, and the injector asks for some.
  return { ...cleanEnv(withSecretFiles(env, Object.keys(schema)), schema) };
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

/** A whole number of at least `minimum`. */
export function wholeNumber(minimum: number) {
  return makeValidator<number>((input) => {
    const value = Number(input);
    if (!Number.isInteger(value) || value < minimum)
      throw new EnvError(`a whole number of at least ${minimum} is needed`);
    return value;
  });
}
