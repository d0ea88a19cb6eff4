import {
  type ArgumentMetadata,
  Injectable,
  type PipeTransform,
  ValidationPipe,
  type ValidationError,
} from '@nestjs/common';
import { isUUID } from 'class-validator';
import { isOptionalBody } from '@burgee/contracts/http';
import { DomainError, type FieldFault } from '@burgee/contracts/wire';
import { notFound } from './not-found.js';

function flatten(errors: ValidationError[], above = ''): FieldFault[] {
  return errors.flatMap((error) => {
    const pointer = `${above}/${error.property}`;
    const own = Object.entries(error.constraints ?? {}).map(([rule, text]) => ({
      pointer,
      detail: rule === 'whitelistValidation' ? `${error.property} is not a known field` : text,
    }));
    return [...own, ...flatten(error.children ?? [], pointer)];
  });
}

/**
 * Inherited names of every object or class: the whitelist treats them as known, or never sees them. Bodies are at most
 * 16 levels deep here.
 */
function inheritedNames(value: unknown, above = ''): FieldFault[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const pointer = `${above}/${name}`;
    if (!Array.isArray(value) && (name in Object.prototype || name === 'prototype'))
      return [{ pointer, detail: `${name} is not a known field` }];
    return inheritedNames(inner, pointer);
  });
}

const NO_OBJECT: FieldFault = { pointer: '', detail: 'the body must be a JSON object' };

function refuse(errors: FieldFault[]): DomainError {
  const summary = errors.map((fault) => fault.detail).join('; ');
  return new DomainError('invalid_request', `The request was refused: ${summary}.`, { errors });
}

/** Validates bodies and queries against their DTO: converts nothing and refuses unknown fields. */
@Injectable()
export class RequestValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: true,
      stopAtFirstError: true,
      validationError: { target: false, value: false },
      exceptionFactory: (errors: ValidationError[]) => refuse(flatten(errors)),
    });
  }

  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'custom') return super.transform(value, metadata);
    const inherited = inheritedNames(value);
    if (inherited.length > 0) throw refuse(inherited);
    if (metadata.type !== 'body') return super.transform(value, metadata);
    if (value === undefined) return this.withoutBody(metadata);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse([NO_OBJECT]);
    return super.transform(value, metadata);
  }

  /** For a missing body, the DTO names the missing fields. Only an optional body may be absent. */
  private async withoutBody(metadata: ArgumentMetadata): Promise<unknown> {
    const empty = await super.transform({}, metadata);
    if (metadata.metatype && isOptionalBody(metadata.metatype)) return empty;
    throw refuse([NO_OBJECT]);
  }
}

/** An id in a path. Text that cannot be an id gets the same response as an unknown id. */
@Injectable()
export class ResourceId implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!isUUID(value)) throw notFound();
    return value.toLowerCase();
  }
}
