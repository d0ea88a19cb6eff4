import { NOTE_BYTES } from '@burgee/contracts/http';
import { applyDecorators } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { BYPASS_HEADER, COMMENT_HEADER } from './read-note.js';

const noteHeader = (name: string, what: string) =>
  ApiHeader({
    name,
    required: false,
    description: `${what}, percent-encoded, ${NOTE_BYTES} bytes at most. The audit entries carry it.`,
    schema: { type: 'string', maxLength: 3 * NOTE_BYTES },
  });

/** On a route whose caller may say why. */
export const TakesComment = (): MethodDecorator => noteHeader(COMMENT_HEADER, 'Why the change is made');

/** On a route that is held to the rules of environments: an owner may go past what holds others up. */
export const TakesNote = (): MethodDecorator =>
  applyDecorators(TakesComment(), noteHeader(BYPASS_HEADER, 'Of owners: why the change goes past a freeze'));
