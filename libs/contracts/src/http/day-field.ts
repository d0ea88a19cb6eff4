import { applyDecorators } from '@nestjs/common';
import { ValidateBy } from 'class-validator';
import { Text } from './fields.js';
import { toUtc } from './to-utc.js';

export const DAY = /^\d{4}-\d{2}-\d{2}$/;
export const DAY_SAYS = 'must be a date, such as 2027-03-01';

/** Whether it is a day that exists, of the years 1 to 9999. */
export const isDay = (text: unknown): boolean =>
  typeof text === 'string' && DAY.test(text) && toUtc(text)?.startsWith(text) === true;

/** A day without a time. */
export function Day(options: { description?: string; optional?: boolean; nullable?: boolean }): PropertyDecorator {
  const exists = ValidateBy({
    name: 'isDay',
    validator: { validate: isDay, defaultMessage: () => `$property ${DAY_SAYS}` },
  });
  return applyDecorators(Text({ ...options, max: 10, pattern: DAY, says: DAY_SAYS, format: 'date' }), exists);
}
