import { DomainError } from '@burgee/contracts/wire';

export const brokenOff = (): DomainError =>
  new DomainError('request_too_slow', 'The connection ended before the body did.');
