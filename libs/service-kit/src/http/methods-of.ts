import type { RouteLine } from '@burgee/process-kit';

/** Pages match any path, which says nothing about existing paths: only the start page counts. */
const ANY_PAGE = '/*';

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

function patternOf(path: string): RegExp {
  if (path === ANY_PAGE) return /^\/$/;
  const segments = path.split('/').map((segment) => {
    if (segment === '*') return '.*';
    return segment.startsWith(':') ? '[^/]+' : escaped(segment);
  });
  return new RegExp(`^${segments.join('/')}$`);
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The methods of the route at a URL's path, in the order of `Allow`; none if no route matches. */
export function methodsOf(routes: readonly RouteLine[], path: string): string[] {
  const plain = decoded(path);
  const methods = routes.filter((route) => patternOf(route.path).test(plain)).map(({ method }) => method);
  return [...new Set(methods)].toSorted();
}
