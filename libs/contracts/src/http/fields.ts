import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
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
  ValidateIf,
} from 'class-validator';

/*
 * One decorator a field: the check at the door and its line in OpenAPI cannot drift apart.
 * `optional` = the field may be left out; `nullable` = null is a value of its own (it clears).
 */
interface FieldOptions {
  description?: string;
  example?: unknown;
  optional?: boolean;
  nullable?: boolean;
}

function field(options: FieldOptions, shape: ApiPropertyOptions, ...checks: PropertyDecorator[]): PropertyDecorator {
  const { optional = false, nullable = false } = options;
  const guards: PropertyDecorator[] = [];
  if (optional && nullable) guards.push(IsOptional());
  else if (optional) guards.push(ValidateIf((_, value) => value !== undefined));
  else if (nullable) guards.push(ValidateIf((_, value) => value !== null));
  const api = { ...shape, description: options.description, example: options.example, required: !optional, nullable };
  return applyDecorators(ApiProperty(api as ApiPropertyOptions), ...guards, ...checks);
}

/** Text of `min` to `max` characters, with an optional pattern and the words that explain it. */
export function Text(
  options: FieldOptions & { min?: number; max?: number; pattern?: RegExp; says?: string } = {},
): PropertyDecorator {
  const { min = 0, max = 200, pattern, says } = options;
  const checks = [IsString(), MaxLength(max)];
  if (min > 0) checks.push(MinLength(min, min === 1 ? { message: '$property should not be empty' } : undefined));
  if (pattern) checks.push(Matches(pattern, { message: `$property ${says ?? `must match ${pattern.source}`}` }));
  return field(
    options,
    {
      type: String,
      minLength: min || undefined,
      maxLength: max,
      pattern: pattern?.source,
    },
    ...checks.toReversed(),
  );
}

const trimmed = Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));

/** An email address; spaces around it do not count. `strict: false` where any text may be tried, as at sign-in. */
export function Email(options: FieldOptions & { strict?: boolean } = {}): PropertyDecorator {
  const checks = options.strict === false ? [MaxLength(254), IsString()] : [MaxLength(254), IsEmail({}), IsString()];
  return field(options, { type: String, format: 'email', maxLength: 254 }, trimmed, ...checks);
}

/** A password: at least `min` characters, at most 1,024 bytes. */
export function Password(options: FieldOptions & { min?: number } = {}): PropertyDecorator {
  const { min = 0 } = options;
  return field(
    options,
    { type: String, format: 'password', minLength: min || undefined, maxLength: 1024 },
    IsByteLength(0, 1024, { message: '$property must be at most 1,024 bytes long' }),
    MinLength(min),
    IsString(),
  );
}

export function Flag(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: Boolean }, IsBoolean());
}

export function Integer(options: FieldOptions & { min: number; max: number }): PropertyDecorator {
  return field(
    options,
    { type: 'integer', minimum: options.min, maximum: options.max },
    Max(options.max),
    Min(options.min),
    IsInt(),
  );
}

/** A query's `limit`, 1 to `most`; 100 when left out. */
export function PageSize({ most }: { most: number }): PropertyDecorator {
  const number = Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value,
  );
  return applyDecorators(
    number,
    Integer({ min: 1, max: most, optional: true, description: `1 to ${most}; default 100.` }),
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

/** An instant, ISO 8601 in UTC with milliseconds. */
export function Time(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: String, format: 'date-time' }, IsString());
}

/** An instant that a caller names; any ISO 8601 form. */
export function Instant(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: String, format: 'date-time' }, IsISO8601({ strict: true }));
}
