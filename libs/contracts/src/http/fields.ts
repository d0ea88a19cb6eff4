import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsByteLength,
  IsEmail,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { byteFault } from './byte-fault.js';
import { nameFault, normalizeName } from './visible-text.js';
import { toUtc } from './to-utc.js';

/*
 * One decorator per field makes both its validation and its OpenAPI schema, so that the two agree.
 * `optional` = the field may be left out; `nullable` = null is allowed and clears the field.
 */
interface FieldOptions {
  description?: string;
  example?: unknown;
  optional?: boolean;
  nullable?: boolean;
}

/** @param checks in the order in which they run, the type first: a refusal names the first that fails */
function field(options: FieldOptions, shape: ApiPropertyOptions, ...checks: PropertyDecorator[]): PropertyDecorator {
  const { optional = false, nullable = false } = options;
  const guards: PropertyDecorator[] = [];
  if (optional && nullable) guards.push(IsOptional());
  else if (optional) guards.push(ValidateIf((_, value) => value !== undefined));
  else if (nullable) guards.push(ValidateIf((_, value) => value !== null));
  const api = { ...shape, description: options.description, example: options.example, required: !optional, nullable };
  return applyDecorators(ApiProperty(api as ApiPropertyOptions), ...guards, ...checks);
}

/** IsString reports values that are not text. */
const MaxBytes = (max: number, each = false): PropertyDecorator =>
  ValidateBy(
    {
      name: 'maxBytes',
      constraints: [max],
      validator: {
        validate: (value: unknown) => typeof value !== 'string' || byteFault('', value, max) === undefined,
        defaultMessage: (about) => byteFault(about?.property ?? '', String(about?.value), max) ?? '',
      },
    },
    { each },
  );

const withLimit = (description: string | undefined, max: number) =>
  `${description ? `${description} ` : ''}At most ${max.toLocaleString('en')} bytes in UTF-8.`;

interface TextOptions extends FieldOptions {
  /** Characters. */
  min?: number;
  /** Bytes in UTF-8. A request's text always has one. */
  max?: number;
  /** Only documents the limit: the owning service checks it, and only where the text changes. */
  maxWhereChanged?: boolean;
  pattern?: RegExp;
  /** The words that explain the pattern. */
  says?: string;
  /** What the text is, for OpenAPI alone. */
  format?: string;
}

/** Text of at least `min` characters and at most `max` bytes, with an optional pattern. */
export function Text(options: TextOptions = {}): PropertyDecorator {
  const { min = 0, max, maxWhereChanged = false, pattern, says, format } = options;
  const checks = [IsString()];
  if (max !== undefined && !maxWhereChanged) checks.push(MaxBytes(max));
  if (min > 0) checks.push(MinLength(min, min === 1 ? { message: '$property should not be empty' } : undefined));
  if (pattern) checks.push(Matches(pattern, { message: `$property ${says ?? `must match ${pattern.source}`}` }));
  const described =
    max === undefined || pattern ? options : { ...options, description: withLimit(options.description, max) };
  return field(
    described,
    {
      type: String,
      minLength: min || undefined,
      maxLength: max,
      pattern: pattern?.source,
      format,
    },
    ...checks,
  );
}

const whenText = (change: (text: string) => string) =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? change(value) : value));

/** The name of a thing or a person, of at most `max` bytes. Stored trimmed and composed. */
export function Name({ max, ...options }: FieldOptions & { max: number }): PropertyDecorator {
  const isName = ValidateBy({
    name: 'isName',
    validator: {
      validate: (value: unknown) => typeof value !== 'string' || value === '' || nameFault(value) === undefined,
      defaultMessage: (about) => `$property ${nameFault(String(about?.value)) ?? ''}`,
    },
  });
  return field(
    { ...options, description: withLimit(options.description, max) },
    { type: String, minLength: 1, maxLength: max },
    whenText(normalizeName),
    IsString(),
    MaxBytes(max),
    MinLength(1, { message: '$property should not be empty' }),
    isName,
  );
}

const trimmed = whenText((text) => text.trim());

/** An email address of at most 254 bytes, trimmed. `strict: false` accepts any text, as at sign-in. */
export function Email(options: FieldOptions & { strict?: boolean } = {}): PropertyDecorator {
  const checks = options.strict === false ? [IsString(), MaxLength(254)] : [IsString(), IsEmail({}), MaxBytes(254)];
  return field(options, { type: String, format: 'email', maxLength: 254 }, trimmed, ...checks);
}

/** A password: at least `min` characters, at most 1,024 bytes. */
export function Password(options: FieldOptions & { min?: number } = {}): PropertyDecorator {
  const { min = 0 } = options;
  return field(
    options,
    { type: String, format: 'password', minLength: min || undefined, maxLength: 1024 },
    IsString(),
    MinLength(min),
    IsByteLength(0, 1024, { message: '$property must be at most 1,024 bytes long' }),
  );
}

export function Flag(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: Boolean }, IsBoolean());
}

export function Integer(options: FieldOptions & { min: number; max: number }): PropertyDecorator {
  return field(
    options,
    { type: 'integer', minimum: options.min, maximum: options.max },
    IsInt(),
    Min(options.min),
    Max(options.max),
  );
}

/** A query's `limit`, 1 to `most`; 100 when left out. */
export function PageSize({ most, otherwise = '100' }: { most: number; otherwise?: string }): PropertyDecorator {
  const number = Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value,
  );
  return applyDecorators(
    number,
    Integer({ min: 1, max: most, optional: true, description: `1 to ${most}; default ${otherwise}.` }),
  );
}

export function OneOf(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    { type: String, enum: [...values] },
    IsIn(values, { message: `$property must be one of ${values.join(', ')}` }),
  );
}

export function Id(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: String, format: 'uuid' }, IsUUID());
}

interface ListOptions extends FieldOptions {
  minItems?: number;
  maxItems?: number;
}

function list(options: ListOptions, items: object, ...checks: PropertyDecorator[]): PropertyDecorator {
  const { minItems, maxItems } = options;
  const shape = { type: 'array', items, minItems, maxItems } as ApiPropertyOptions;
  const lengths = [ArrayMinSize(minItems ?? 0), ArrayMaxSize(maxItems ?? Infinity)];
  return field(options, shape, IsArray(), ...lengths, ...checks);
}

export function Ids(options: ListOptions = {}): PropertyDecorator {
  return list(options, { type: 'string', format: 'uuid' }, IsUUID(undefined, { each: true }));
}

/** A list of texts of at most `max` characters, with an optional pattern. */
export function Texts(options: ListOptions & { max: number; pattern?: RegExp; says?: string }): PropertyDecorator {
  const { max, pattern, says } = options;
  const fits = pattern ? [Matches(pattern, { each: true, message: `each of $property ${says}` })] : [];
  const items = { type: 'string', maxLength: max, ...(pattern && { pattern: pattern.source }) };
  return list(options, items, IsString({ each: true }), MaxBytes(max, true), ...fits);
}

/** A list of some of these words, each once. */
export function SomeOf(values: readonly string[], options: ListOptions = {}): PropertyDecorator {
  const fits = IsIn(values, { each: true, message: `each of $property must be one of ${values.join(', ')}` });
  const items = { type: 'string', enum: [...values] };
  return list({ ...options, maxItems: values.length }, items, ArrayUnique(), fits);
}

/** An instant, ISO 8601 in UTC with milliseconds. */
export function Time(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: String, format: 'date-time' }, IsString());
}

/** An ISO 8601 instant of the years 1 to 9999. Without an offset it is UTC; the parsed value is always in UTC. */
export function Instant(options: FieldOptions = {}): PropertyDecorator {
  const inUtc = Transform(({ value }: { value: unknown }) => toUtc(value) ?? value);
  const isInstant = ValidateBy({
    name: 'isInstant',
    validator: {
      validate: (value: unknown) => toUtc(value) !== undefined,
      defaultMessage: () => '$property must be an ISO 8601 time, such as 2027-03-01T09:00:00Z',
    },
  });
  return field(options, { type: String, format: 'date-time' }, inUtc, isInstant);
}

const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** An instant that a caller names with its offset from UTC. Without one it would be another instant in each place. */
export function OffsetInstant(options: FieldOptions = {}): PropertyDecorator {
  const message = '$property must be an RFC 3339 time with its offset from UTC, such as 2027-03-01T09:00:00+01:00';
  const shape = { type: String, format: 'date-time', pattern: WITH_OFFSET.source } as const;
  return field(options, shape, Matches(WITH_OFFSET, { message }), IsISO8601({ strict: true }, { message }));
}

const OPTIONAL_BODIES = new WeakSet<object>();

/** On a class whose body may be missing altogether. Any other request that has a body must send one. */
export function OptionalBody(): ClassDecorator {
  return (body) => void OPTIONAL_BODIES.add(body);
}

export const isOptionalBody = (body: object): boolean => OPTIONAL_BODIES.has(body);
