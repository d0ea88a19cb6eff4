import { OFREP_PREFIX, UNLEASH_PREFIX, verbsFor } from '@burgee/contracts/wire';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { RoutePolicy } from '../http/route-policy.js';

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** One operation of an OpenAPI document, with the facts that determine its security and its errors. */
export interface OperationFacts {
  /** In lower case, as in the document. */
  method: string;
  path: string;
  policy: RoutePolicy;
  /** Names of its parameters, in any location. */
  parameters: ReadonlySet<string>;
  isStream: boolean;
}

const UNLEASH_FRONTEND = `${UNLEASH_PREFIX}frontend`;

/** Whether client keys open it, within limits. */
export const takesClientKeys = (path: string): boolean =>
  path.startsWith(OFREP_PREFIX) || path.startsWith(UNLEASH_FRONTEND);

/** The SDK API is versioned, or a third-party protocol; every other path is the dashboard's. */
export const isSdkPath = (path: string): boolean =>
  ['/api/v1/', OFREP_PREFIX, UNLEASH_PREFIX].some((start) => path.startsWith(start));

/** Whether API tokens may call it, with the right scope. */
export const takesTokens = ({ method, path, policy }: Pick<OperationFacts, 'method' | 'path' | 'policy'>): boolean =>
  verbsFor(policy, method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ':$1')) !== null;

export function factsOf(method: string, path: string, policy: RoutePolicy, operation: Operation): OperationFacts {
  const names = (operation.parameters ?? []).map((parameter) => ('name' in parameter ? parameter.name : ''));
  const answers = Object.values(operation.responses).map((response) => Object(response) as { content?: object });
  const isStream = answers.some(({ content = {} }) => 'text/event-stream' in content);
  return { method, path, policy, parameters: new Set(names), isStream };
}
