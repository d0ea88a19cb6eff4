import { type ArgumentMetadata, Injectable, ValidationPipe, type ValidationError } from '@nestjs/common';
import { DomainError, type FieldFault } from '@burgee/contracts';

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
 * Names that every object or class has: the whitelist takes them for known ones, or never sees them. Bodies are at
 * most 16 levels deep by the time they come here.
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

function refuse(errors: FieldFault[]): DomainError {
  const summary = errors.map((fault) => fault.detail).join('; ');
  return new DomainError('invalid_request', `The request was refused: ${summary}.`, { errors });
}

/** Bodies and queries held against their DTO: nothing converted, nothing unknown let through. */
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
    // No body is an empty one: the DTO says which of its fields are missing, if any.
    const body = value === undefined ? {} : value;
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw refuse([{ pointer: '', detail: 'the body must be a JSON object' }]);
    return super.transform(body, metadata);
  }
}
