import {
  byteFault,
  DAY_SAYS,
  DOCUMENT_TEXT_BYTES,
  type DocumentEnvironment,
  type DocumentFlag,
  isDay,
  nameFault,
  normalizeName,
  PROJECT_DOCUMENT_SCHEMA,
  type ProjectDocument,
  TARGETING_BYTES,
} from '@burgee/contracts/http';
import type { FieldFault } from '@burgee/contracts/wire';
import { yieldWhenDue } from '@burgee/process-kit';
import { plainTextFault } from '@burgee/service-kit';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { DocumentFaults } from './document-faults.js';

/** One flag with values in 200 environments. Checking more takes too long. */
const VALUES_OF_ITEM = 1_500;

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strict: true });
ajv.addSchema(PROJECT_DOCUMENT_SCHEMA);
const { properties, ...schema } = PROJECT_DOCUMENT_SCHEMA;
/** The document without its items, which are checked one by one. */
const fitsAround = ajv.compile({
  ...schema,
  $id: `${schema.$id}:around`,
  properties: { ...properties, environments: { type: 'array' }, flags: { type: 'array' } },
});
const itemSchema = (name: string) => ajv.compile({ $ref: `${schema.$id}#/$defs/${name}` });
const FITS = { environments: itemSchema('environment'), flags: itemSchema('flag') };

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
const unknownField = (path: string, name: string): FieldFault => ({
  pointer: `${path}/${escaped(name)}`,
  detail: `${name} is not a known field`,
});

function toFault({ instancePath, keyword, params, message = 'is invalid', propertyName }: ErrorObject): FieldFault[] {
  // Faults in a name are reported for the name itself.
  if (keyword === 'propertyNames') return [];
  if (propertyName !== undefined) return [{ pointer: `${instancePath}/${escaped(propertyName)}`, detail: message }];
  if (keyword === 'additionalProperties') return [unknownField(instancePath, String(params.additionalProperty))];
  if (keyword === 'required')
    return [{ pointer: `${instancePath}/${escaped(String(params.missingProperty))}`, detail: 'is missing' }];
  if (keyword === 'const') return [{ pointer: instancePath, detail: `must be ${String(params.allowedValue)}` }];
  const allowed = keyword === 'enum' ? `: ${(params.allowedValues as string[]).join(', ')}` : '';
  return [{ pointer: instancePath, detail: `${message}${allowed}` }];
}

function schemaFaults(fits: ValidateFunction, item: unknown): FieldFault[] {
  const unstorable = plainTextFault(item, VALUES_OF_ITEM);
  if (unstorable) return [unstorable];
  return fits(item) ? [] : (fits.errors ?? []).flatMap(toFault);
}

function longTexts(texts: object, limits: Readonly<Record<string, number>>, path = ''): FieldFault[] {
  return Object.entries(limits).flatMap(([name, most]) => {
    const detail = byteFault(name, (texts as Record<string, string | null>)[name] ?? '', most);
    return detail === undefined ? [] : [{ pointer: `${path}/${name}`, detail }];
  });
}

/** Normalizes a name as other requests do, and says what is wrong with it. */
function checkName(item: { name?: string }): FieldFault[] {
  if (item.name === undefined) return [];
  item.name = normalizeName(item.name);
  const detail = item.name === '' ? 'should not be empty' : nameFault(item.name);
  return detail === undefined ? [] : [{ pointer: '/name', detail: `name ${detail}` }];
}

/** JSON Schema cannot say that a day exists. */
const dayFaults = ({ ends_on: day }: DocumentFlag): FieldFault[] =>
  day != null && !isDay(day) ? [{ pointer: '/ends_on', detail: `ends_on ${DAY_SAYS}` }] : [];

const LONG = {
  environments: (item: DocumentEnvironment) => longTexts(item, DOCUMENT_TEXT_BYTES.environment),
  flags: (item: DocumentFlag) => [
    ...longTexts(item, DOCUMENT_TEXT_BYTES.flag),
    ...dayFaults(item),
    ...Object.entries(item.environments ?? {}).flatMap(([slug, value]) =>
      longTexts(value, TARGETING_BYTES, `/environments/${slug}`),
    ),
  ],
};

/**
 * Checks a document on its own, item by item, yielding to the event loop in between.
 * @returns undefined when it is not a document
 */
export async function checkDocument(document: unknown, faults: DocumentFaults): Promise<ProjectDocument | undefined> {
  if (!fitsAround(document)) {
    faults.add(...(fitsAround.errors ?? []).flatMap(toFault));
    return undefined;
  }
  const known = document as ProjectDocument;
  const pause = yieldWhenDue();
  for (const part of ['environments', 'flags'] as const) {
    const names = new Set<string>();
    const nameOf = part === 'flags' ? 'key' : 'slug';
    for (const [index, item] of known[part].entries()) {
      if (faults.isFull) break;
      const wrong = schemaFaults(FITS[part], item);
      if (wrong.length === 0) {
        const name = (item as unknown as Record<string, string>)[nameOf] as string;
        wrong.push(...checkName(item), ...LONG[part](item as never));
        if (names.has(name)) wrong.push({ pointer: `/${nameOf}`, detail: `${name} appears twice in the document` });
        names.add(name);
      }
      faults.addTo(part, index, wrong);
      await pause();
    }
  }
  return known;
}
