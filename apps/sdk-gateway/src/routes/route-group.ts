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

/** What answers the routes. */
export interface RouteHandlers {
  authenticator: Authenticator;
  flags: FlagsHandler;
  streams: StreamHandler;
  tickets: Tickets;
  edgeAccess: EdgeAccessHandler;
  applied: AppliedHandler;
  ofrep: OfrepHandler;
  events: OfrepEvents;
  unleash: UnleashHandler;
  /** Undefined where USAGE is off. */
  usage?: UsageHandler | undefined;
}

export const ROUTE_HANDLERS = Symbol('route handlers');

/** A route of the SDK API, with all that is known of it. @typeParam Address what its address says beside the path */
export interface Route<Address = undefined> {
  /** GET stands for HEAD as well. */
  method: 'GET' | 'POST';
  path: string;
  /** What the OpenAPI document says of it. */
  description: MethodDecorator[];
  /** Answers ahead of the framework, which would keep its own objects of a request. */
  answer?: (handlers: RouteHandlers, request: IncomingMessage, response: ServerResponse, address: Address) => void;
  /** Whether `answer` takes the bare path alone: with a query string, the framework looks at the address first. */
  isBare?: boolean;
  /** Whether `answer` also takes an address that is written with escapes. Where it does not, there is no such address. */
  takesEscapes?: boolean;
  /** Answers by the framework, in the place of `answer`. */
  answerInFramework?: (handlers: RouteHandlers, request: FastifyRequest, reply: FastifyReply) => Promise<object>;
}

interface RouteTable<Address> {
  /** What all its addresses begin with. */
  prefix: string;
  /** As the OpenAPI document names the group. */
  tag: string;
  routes: readonly Route<Address>[];
  /** Finds the path of an address, as the routes write it. @returns undefined for one that is none of theirs */
  locate: (url: string) => { path: string; address: Address } | undefined;
}

/** Routes of one protocol. Both the dispatch ahead of the framework and the OpenAPI document come from its table. */
export interface RouteGroup {
  prefix: string;
  /** Answers a request ahead of the framework. @returns whether it is for one of these routes */
  answer: (handlers: RouteHandlers, request: IncomingMessage, response: ServerResponse) => boolean;
  /** For the framework: its router finds addresses that are written in another way, and its document describes all. */
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

/** Adds what a class with decorators would declare: a method that answers the route. */
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
