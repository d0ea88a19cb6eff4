import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { loadCode } from './feedback/loading/load-code.js';
import { NotFoundPage } from './feedback/errors/not-found-page.js';

export interface Context {
  queries: QueryClient;
}

/** The parent of all routes. */
export const root = createRootRouteWithContext<Context>()({
  component: Outlet,
  notFoundComponent: () => <NotFoundPage />,
});

/** A screen whose code loads when it is opened. If loading fails, it shows an error; the library would reload the page. */
export const screen: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => loadCode(load), name);
