import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';

/**
 * Validates a message against its contract. Ignores unknown fields, because v1 may gain optional ones.
 * @throws Error naming the fields that do not fit
 */
export function parsePayload<T extends object>(shape: new () => T, data: unknown): T {
  if (typeof data !== 'object' || data === null) throw new Error(`${shape.name}: not an object`);
  const message = plainToInstance(shape, data);
  const faults = validateSync(message, { forbidUnknownValues: true });
  if (faults.length > 0)
    throw new Error(`${shape.name}: ${faults.map((fault) => fault.property).join(', ')} do not fit`);
  return message;
}
