import { Injectable, type PipeTransform } from '@nestjs/common';
import { DomainError } from '@burgee/contracts';
import { isUUID } from 'class-validator';

/** An id in a path. What cannot be an id names nothing, and is answered like any unknown one. */
@Injectable()
export class ResourceId implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!isUUID(value)) throw notFound();
    return value.toLowerCase();
  }
}

/** The one answer for what does not exist and for what is not yours. */
export function notFound(): DomainError {
  return new DomainError('not_found', 'There is nothing here, or it is not yours to see.');
}
