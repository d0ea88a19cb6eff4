import { DomainError } from '@burgee/contracts/wire';
import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';

export const WAITS_FOR_CLIENTS = 'burgee:waits-for-clients';
const TIMEOUT = /^(\d{1,5})(ms|s)$/;
const MILLISECONDS_AT_MOST = 60_000;

/** Documents the parameters of a route that can wait until clients have the change. */
export const WAIT: MethodDecorator = applyDecorators(
  SetMetadata(WAITS_FOR_CLIENTS, true),
  ApiQuery({
    name: 'wait',
    required: false,
    enum: ['applied'],
    description: 'applied = respond once clients have the change, with `applied`. Waiting never makes a change fail.',
  }),
  ApiQuery({
    name: 'timeout',
    required: false,
    schema: { type: 'string', maxLength: 7, pattern: TIMEOUT.source, default: '5s' },
    description: 'Longest wait, such as 500ms or 5s; at most 60s.',
  }),
);

/** @returns milliseconds, or undefined when the request does not wait @throws invalid_request */
export function readWait({ wait, timeout = '5s' }: Record<string, unknown>): number | undefined {
  if (wait === undefined) return undefined;
  if (wait !== 'applied') throw new DomainError('invalid_request', 'wait must be applied or omitted.');
  const [, number, unit] = TIMEOUT.exec(String(timeout)) ?? [];
  const milliseconds = Number(number) * (unit === 's' ? 1_000 : 1);
  if (!(milliseconds <= MILLISECONDS_AT_MOST))
    throw new DomainError('invalid_request', 'timeout must be a time such as 500ms or 5s, at most 60s.');
  return milliseconds;
}
