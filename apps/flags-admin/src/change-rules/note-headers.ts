import { NOTE_BYTES } from '@burgee/contracts/http';
import { applyDecorators } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { BYPASS_HEADER, COMMENT_HEADER } from './note.interceptor.js';

const noteHeader = (name: string, what: string): MethodDecorator =>
  ApiHeader({
    name,
    required: false,
    description: `${what}, percent-encoded, up to ${NOTE_BYTES} bytes. Stored in the audit entries.`,
    schema: { type: 'string', maxLength: 3 * NOTE_BYTES },
  });

/** Documents the comment header of a route. */
export const COMMENT = noteHeader(COMMENT_HEADER, 'Why the change is made');

/** Documents the headers of a route that checks the rules of environments, which an owner can override. */
export const NOTE: MethodDecorator = applyDecorators(
  COMMENT,
  noteHeader(BYPASS_HEADER, 'For owners: why the change overrides a freeze or an approval'),
);
