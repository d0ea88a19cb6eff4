import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { answerPreflight } from '@burgee/flag-serving';
import { createPacedHttpServer, isTracing, traceRead } from '@burgee/process-kit';
import type { Logger } from 'pino';
import type { SdkGatewayConfig } from '../config.js';
import { OFREP_ROUTES } from './ofrep-routes.js';
import type { RouteGroup, RouteHandlers } from './route-group.js';
import { SDK_ROUTES } from './sdk-routes.js';
import { UNLEASH_ROUTES } from './unleash-routes.js';
import { USAGE_ROUTES } from './usage-routes.js';

/** All routes of this service, with these settings. */
export const routeGroups = ({ OFREP, UNLEASH_API, USAGE }: SdkGatewayConfig): readonly RouteGroup[] => [
  SDK_ROUTES,
  ...(OFREP === 'on' ? [OFREP_ROUTES] : []),
  ...(UNLEASH_API === 'on' ? [UNLEASH_ROUTES] : []),
  ...(USAGE === 'on' ? [USAGE_ROUTES] : []),
];

/** Handles requests ahead of the framework, which gets all requests without a route here. */
export class EarlyAnswers {
  /** Path prefixes for which it answers every OPTIONS. */
  readonly preflightsAt: readonly string[];

  /** @returns whether it handled the request */
  private answer: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;

  constructor(private readonly groups: readonly RouteGroup[]) {
    this.preflightsAt = [...new Set(groups.map(({ prefix }) => prefix))];
  }

  readonly serverFactory = (framework: RequestListener): Server =>
    createPacedHttpServer((request, response) => {
      if (!this.answer(request, response)) framework(request, response);
    });

  /** Handles requests from now on. */
  begin(handlers: RouteHandlers, logger: Logger): void {
    const { flags } = handlers;
    const answer = (request: IncomingMessage, response: ServerResponse): boolean => {
      const { method, url = '' } = request;
      // The most frequent route skips the table.
      if (url === '/api/v1/flags' && (method === 'GET' || method === 'HEAD')) {
        flags.handle(request, response);
        return true;
      }
      if (method !== 'OPTIONS') return this.groups.some((group) => group.answer(handlers, request, response));
      if (!this.preflightsAt.some((start) => url.startsWith(start))) return false;
      void answerPreflight(handlers.authenticator, request, response, logger, handlers.preflightRefused);
      return true;
    };
    this.answer = isTracing()
      ? (request, response) => traceRead(request, response, () => answer(request, response))
      : answer;
  }
}
