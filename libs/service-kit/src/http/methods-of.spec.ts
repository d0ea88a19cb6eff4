import { describe, expect, it } from '@jest/globals';
import { methodsOf } from './methods-of.js';

const ROUTES = [
  'POST /api/projects',
  'GET /api/projects',
  'HEAD /api/projects',
  'GET /api/projects/:id',
  'DELETE /api/projects/:id/members/me',
  'PATCH /api/projects/:id/members/:userId',
  'GET /assets/*',
  'GET /sdk.js',
  'GET /*',
].map((line) => {
  const [method = '', path = ''] = line.split(' ');
  return { method, path };
});

describe('the methods of a path', () => {
  it.each([
    ['/api/projects', 'GET, HEAD, POST'],
    ['/api/%70rojects', 'GET, HEAD, POST'],
    ['/api/projects/1', 'GET'],
    ['/api/projects/1/members/me', 'DELETE, PATCH'],
    ['/api/projects/1/members/2', 'PATCH'],
    ['/assets/a/b.js', 'GET'],
    ['/sdk.js', 'GET'],
    ['/', 'GET'],
    ['/sdkxjs', ''],
    ['/nowhere', ''],
    ['/api/projects/', ''],
    ['/api/projects/1/members', ''],
    ['/%', ''],
  ])('%s: %s', (path, methods) => expect(methodsOf(ROUTES, path).join(', ')).toBe(methods));
});
