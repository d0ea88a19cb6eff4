import { Injectable, type PipeTransform } from '@nestjs/common';
import { DomainError } from '@burgee/contracts/wire';
import { isUUID } from 'class-validator';

/** An id in a path. Text that cannot be an id is answered like an unknown id. */
@Injectable()
export class ResourceId implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!isUUID(value)) throw notFound();
    return value.toLowerCase();
  }
}

/** The same answer for what does not exist and for what the caller may not see. */
export function notFound(): DomainError {
  return new DomainError('not_found', 'There is nothing here, or it is not yours to see.');
}
