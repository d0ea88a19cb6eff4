import type { RouteLine } from '@burgee/process-kit';

/** Pages are at any address, which says nothing of which addresses there are: only the first page counts. */
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

/** The methods that the path of a URL takes, in the order of `Allow`; none if no route has it. */
export function methodsOf(routes: readonly RouteLine[], path: string): string[] {
  const plain = decoded(path);
  const methods = routes.filter((route) => patternOf(route.path).test(plain)).map(({ method }) => method);
  return [...new Set(methods)].toSorted();
}
