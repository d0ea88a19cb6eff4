import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';

/** What the build of the dashboard and the guide made. */
export const WEB = join(import.meta.dirname, '..', '..', '..', 'dashboard', 'dist', 'web');

/** Whether a browser opens the address as a page. */
export const isNavigation = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false;
