import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdOf } from '@burgee/service-kit';
import { Injectable } from '@nestjs/common';
import { Door } from './admission.js';
import { preflightHeaders } from './cors.js';
import { writeProblem } from './write-problem.js';

const VARY = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers';

/** OPTIONS on any address of the SDK API. */
@Injectable()
export class Preflight {
  constructor(private readonly door: Door) {}

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origin } = request.headers;
    const error = origin === undefined ? undefined : await this.door.refuseOrigin(origin);
    if (error) {
      writeProblem(response, error, requestIdOf(request), { vary: VARY });
      return;
    }
    const headers = origin === undefined ? { allow: 'GET, HEAD, POST, OPTIONS' } : preflightHeaders(origin);
    response.writeHead(204, { ...headers, vary: VARY }).end();
  }
}
