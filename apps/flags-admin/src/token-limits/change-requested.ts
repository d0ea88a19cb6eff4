import { ChangeRequestView } from '@burgee/contracts/http';
import { applyDecorators, type ArgumentsHost, Catch, type ExceptionFilter, UseFilters } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';

/** What a token asked for has become a change request. */
export class ChangeRequested extends Error {
  constructor(readonly request: ChangeRequestView) {
    super(`change request ${request.id}`);
  }
}

/** Answers 202 with the change request. */
@Catch(ChangeRequested)
class ChangeRequestedFilter implements ExceptionFilter {
  catch({ request }: ChangeRequested, host: ArgumentsHost): void {
    const location = `/api/projects/${request.project_id}/change-requests/${request.id}`;
    void host.switchToHttp().getResponse<FastifyReply>().status(202).header('location', location).send(request);
  }
}

/** On a route that makes a change request of what is beyond the limits of a token, if the token may ask. */
export const ASKS: MethodDecorator = applyDecorators(
  UseFilters(new ChangeRequestedFilter()),
  ApiResponse({
    status: 202,
    type: ChangeRequestView,
    description: 'By a token that may ask: the change request for what is beyond its limits.',
  }),
);
