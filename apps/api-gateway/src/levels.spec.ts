import { expect, it } from '@jest/globals';
import { levelOf } from './levels.js';

it.each([
  ['GET', '/api/projects', 'read'],
  ['HEAD', '/api/projects/1/export', 'bulk'],
  ['GET', '/api/projects/1/%65xport', 'bulk'],
  ['GET', '/api/projects/1/export?environments=a', 'bulk'],
  ['POST', '/api/projects/1/%69mport?dry_run=true', 'import'],
  ['POST', '/api/environments/1/changes', 'bulk'],
  ['POST', '/api/environments/1/explain', 'read'],
  ['PATCH', '/api/flags/1/environments/2/toggle', 'write'],
  ['PATCH', '/api/flags/1/environments/2/toggle?wait=applied', 'wait'],
  ['PATCH', '/api/flags/1/environments/2?a=b&w%61it=applied&timeout=60s', 'wait'],
  ['POST', '/api/projects/1/promote?wait=applied', 'wait'],
  ['POST', '/api/projects?wait=applied', 'write'],
  ['GET', '/api/operations', 'wait'],
  ['POST', '/api/auth/login', 'public'],
  ['POST', '/api/projects/%', 'write'],
])('%s %s: %s', (method, url, level) => expect(levelOf(method, url)).toBe(level));
