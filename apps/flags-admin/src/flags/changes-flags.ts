import { applyDecorators } from '@nestjs/common';
import type { ApiResponseOptions } from '@nestjs/swagger';
import { WaitsForClients } from '../applied/waits-for-clients.js';
import { TakesNote } from '../change-rules/takes-note.js';

/** On a route that changes what clients are served: its caller may say why, and may wait until they have it. */
export const ChangesFlags = (answer: ApiResponseOptions): MethodDecorator =>
  applyDecorators(TakesNote(), WaitsForClients(answer));
