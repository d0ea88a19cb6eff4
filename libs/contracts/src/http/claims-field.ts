import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';

const CLAIMS_AT_MOST = 10;
const CHARACTERS_AT_MOST = 300;

const fits = (text: unknown) => typeof text === 'string' && text !== '' && text.length <= CHARACTERS_AT_MOST;

const areClaims = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length <= CLAIMS_AT_MOST &&
  Object.entries(value).every(([name, text]) => fits(name) && fits(text));

/** Values of the claims of a token, by name. */
export function ClaimsField(description: string, example: Record<string, string>): PropertyDecorator {
  const says = `up to ${CLAIMS_AT_MOST} names of claims, each with a text of 1 to ${CHARACTERS_AT_MOST} characters`;
  return applyDecorators(
    ApiProperty({
      type: 'object',
      additionalProperties: { type: 'string', minLength: 1, maxLength: CHARACTERS_AT_MOST },
      maxProperties: CLAIMS_AT_MOST,
      description,
      example,
    }),
    ValidateBy({
      name: 'areClaims',
      validator: { validate: areClaims, defaultMessage: () => `$property must be an object: ${says}` },
    }),
  );
}
