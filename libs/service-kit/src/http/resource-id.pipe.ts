import { Injectable, type PipeTransform } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { notFound } from './not-found.js';

/** An id in a path. Text that cannot be an id is answered like an unknown id. */
@Injectable()
export class ResourceId implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!isUUID(value)) throw notFound();
    return value.toLowerCase();
  }
}
