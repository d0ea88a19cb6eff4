import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  AppliedHandler,
  Authenticator,
  EdgeAccessHandler,
  FlagsHandler,
  OfrepEvents,
  OfrepHandler,
  StreamHandler,
  Tickets,
  UnleashHandler,
  UsageHandler,
} from '@burgee/flag-serving';
import { noRoute, RequirePolicy } from '@burgee/service-kit';
import { Controller, Get, Inject, Post, Req, Res, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The handlers of the routes. */
export interface RouteHandlers {
  authenticator: Authenticator;
  /** Notes the origin of a refused preflight. */
  preflightRefused: (request: IncomingMessage) => void;
  flags: FlagsHandler;
  streams: StreamHandler;
  tickets: Tickets;
  edgeAccess: EdgeAccessHandler;
  applied: AppliedHandler;
  ofrep: OfrepHandler;
  events: OfrepEvents;
  unleash: UnleashHandler;
  /** Undefined when USAGE is off. */
  usage?: UsageHandler | undefined;
}

export const ROUTE_HANDLERS = Symbol('route handlers');

/** A route of the SDK API. @typeParam Address the parameters in its URL */
export interface Route<Address = undefined> {
  /** GET includes HEAD. */
  method: 'GET' | 'POST';
  path: string;
  /** Decorators for the OpenAPI document. */
  description: MethodDecorator[];
  /** Handles the request ahead of the framework, whose own request objects cost memory. */
  answer?: (handlers: RouteHandlers, request: IncomingMessage, response: ServerResponse, address: Address) => void;
  /** Whether `answer` accepts the bare path only: with a query string, the framework parses the URL first. */
  isBare?: boolean;
  /** Whether `answer` also handles percent-encoded URLs. If not, such a URL is a 404. */
  takesEscapes?: boolean;
  /** Handles the request in the framework, in place of `answer`. */
  answerInFramework?: (handlers: RouteHandlers, request: FastifyRequest, reply: FastifyReply) => Promise<object>;
}

interface RouteTable<Address> {
  /** The common prefix of its URLs. */
  prefix: string;
  /** The name of the group in the OpenAPI document. */
  tag: string;
  routes: readonly Route<Address>[];
  /** Matches a URL to a path of the routes. @returns undefined when no route matches */
  locate: (url: string) => { path: string; address: Address } | undefined;
}

/** Routes of one protocol. Their table drives both the dispatch ahead of the framework and the OpenAPI document. */
export interface RouteGroup {
  prefix: string;
  /** Handles a request ahead of the framework. @returns whether it is for one of these routes */
  answer: (handlers: RouteHandlers, request: IncomingMessage, response: ServerResponse) => boolean;
  /** For the framework: its router matches URLs in other spellings, and its document describes all routes. */
  createController: () => Type;
}

export function createRouteGroup<Address>({ prefix, tag, routes, locate }: RouteTable<Address>): RouteGroup {
  const byName = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));
  return {
    prefix,
    answer: (handlers, request, response) => {
      const { method = '', url = '' } = request;
      const located = locate(url);
      if (!located) return false;
      const route = byName.get(`${method === 'HEAD' ? 'GET' : method} ${located.path}`);
      if (!route?.answer || (route.isBare && url !== route.path)) return false;
      route.answer(handlers, request, response, located.address);
      return true;
    },
    createController: () => {
      class RouteController {
        constructor(readonly handlers: RouteHandlers) {}
      }
      Inject(ROUTE_HANDLERS)(RouteController, undefined, 0);
      for (const [index, route] of routes.entries()) addMethod(RouteController, `answer${index}`, route);
      Reflect.decorate([ApiTags(tag), Controller(), RequirePolicy('sdk-key')], RouteController);
      return RouteController;
    },
  };
}

/** Adds a method that handles the route, as a class with decorators would declare it. */
function addMethod({ prototype }: Type, name: string, route: Route<never>): void {
  const { method, path, description, answer, takesEscapes, answerInFramework } = route;
  const value = function (this: { handlers: RouteHandlers }, request: FastifyRequest, reply: FastifyReply) {
    if (answerInFramework) return answerInFramework(this.handlers, request, reply);
    if (!answer || !takesEscapes) throw noRoute();
    reply.hijack();
    answer(this.handlers, request.raw, reply.raw, undefined as never);
    return undefined;
  };
  Object.defineProperty(value, 'name', { value: name });
  Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
  Req()(prototype, name, 0);
  Res({ passthrough: answerInFramework !== undefined })(prototype, name, 1);
  const verb = method === 'GET' ? Get : Post;
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  Reflect.decorate([verb(path), ...description], prototype, name, descriptor);
}
