import { EnvError, makeValidator, type ValidatorSpec } from 'envalid';
import { parseDocument } from 'yaml';

/** The settings of one provider, by the names that they have after `OIDC_1_`. */
type ProviderSettings = Record<string, ValidatorSpec<string | undefined>>;
/** By their whole names. */
export type ProviderValues = Record<string, string | undefined>;

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Says the line, but none of the text: it has secrets. */
function parse(input: string): unknown {
  const document = parseDocument(input, { prettyErrors: false });
  const [error] = document.errors;
  if (error) throw new EnvError(`line ${input.slice(0, error.pos[0]).split('\n').length} is no YAML`);
  try {
    return document.toJS();
  } catch {
    throw new EnvError('its aliases name nothing');
  }
}

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function readField(at: string, value: unknown, spec: ValidatorSpec<string | undefined>, takesList: boolean) {
  const text = takesList && isList(value) ? value.join(',') : value;
  if (typeof text !== 'string' || text === '')
    throw new EnvError(`${at} must be ${takesList ? 'a list of texts' : 'a text'}`);
  try {
    return spec._parse(text);
  } catch (error) {
    throw new EnvError(`${at}: ${(error as Error).message}`);
  }
}

function readProvider(id: string, fields: unknown, settings: ProviderSettings, required: readonly string[]) {
  if (!isMap(fields)) throw new EnvError(`${id} must have the fields of a provider`);
  const names = Object.keys(settings).map((name) => name.toLowerCase());
  const unknown = Object.keys(fields).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new EnvError(`${id}.${unknown} is no field. The fields are ${names.join(', ')}`);
  const missing = required.map((name) => name.toLowerCase()).find((name) => !Object.hasOwn(fields, name));
  if (missing !== undefined) throw new EnvError(`${id}.${missing} is missing`);
  return Object.entries(settings).map(([name, spec]): [string, string | undefined] => {
    const field = name.toLowerCase();
    const isGiven = Object.hasOwn(fields, field);
    const value = isGiven ? readField(`${id}.${field}`, fields[field], spec, name === 'DOMAINS') : spec.default;
    return [`OIDC_${id}_${name}`, value];
  });
}

/** Providers as one YAML text: a map from their numbers to their fields, which are the settings in lower case. */
export const providersYaml = (settings: ProviderSettings, required: readonly string[]) =>
  makeValidator<ProviderValues>((input) => {
    const providers = parse(input);
    if (!isMap(providers) || Object.keys(providers).length === 0)
      throw new EnvError('a map from the numbers of providers, 1 to 9, to their fields is needed');
    const odd = Object.keys(providers).find((id) => !/^[1-9]$/.test(id));
    if (odd !== undefined) throw new EnvError(`${odd} is no number of a provider: 1 to 9`);
    return Object.fromEntries(
      Object.entries(providers).flatMap(([id, fields]) => readProvider(id, fields, settings, required)),
    );
  });
