import { MIN_POSITION_HEADER, SDK_KEY_HEADER } from '@burgee/contracts/wire';
import { Refuses } from '@burgee/service-kit';
import { HttpCode } from '@nestjs/common';
import { ApiBody, ApiHeader, type ApiHeaderOptions, ApiResponse } from '@nestjs/swagger';

/** Parts of the OpenAPI document that several routes share. */
export const text = { type: 'string' } as const;

export const uuid = {
  type: 'string',
  format: 'uuid',
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
} as const;

export const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** Decorators for a JSON body of this schema. */
export const body = (schema: object, description?: string): MethodDecorator =>
  ApiBody({ schema, ...(description !== undefined && { description }) } as never);

export const sdkKey = (options: Partial<ApiHeaderOptions> = { required: true }): MethodDecorator =>
  ApiHeader({ name: SDK_KEY_HEADER, ...options } as ApiHeaderOptions);

/** For a read that may have to see a write. */
export const minPosition: MethodDecorator[] = [
  ApiHeader({ name: MIN_POSITION_HEADER, required: false, description: 'The Burgee-Position of a write.' }),
  Refuses('position_unknown', 'position_not_reached'),
];

/** For a report, which is acknowledged without a result. */
export const taken: MethodDecorator[] = [HttpCode(202), ApiResponse({ status: 202, description: 'Accepted.' })];

export const notModified = (description = 'Unchanged since that ETag.'): MethodDecorator =>
  ApiResponse({ status: 304, description });
