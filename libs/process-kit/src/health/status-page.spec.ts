import { expect, it } from '@jest/globals';
import { StatusPage } from './status-page.js';

it('shows the error of a section that cannot be read, next to the others', async () => {
  const page = new StatusPage();
  page.add('streams', () => ({ open: 2 }));
  page.add('mail', () => Promise.reject(new Error('connect ECONNREFUSED')));
  expect(await page.all()).toEqual({ streams: { open: 2 }, mail: { error: 'connect ECONNREFUSED' } });
});
