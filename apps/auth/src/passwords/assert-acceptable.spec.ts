import { describe, expect, it } from '@jest/globals';
import { assertAcceptable } from './assert-acceptable.js';

describe('the password policy', () => {
  it.each(['password', 'PassWord', '123456789'])('strict refuses %s and points at the field', (password) => {
    expect(() => assertAcceptable(password, 'strict', '/new_password')).toThrow(
      expect.objectContaining({
        code: 'common_password',
        options: { errors: [expect.objectContaining({ pointer: '/new_password' })] },
      }),
    );
  });

  it('basic accepts any password, and strict accepts a password that is not common', () => {
    expect(() => assertAcceptable('password', 'basic', '/password')).not.toThrow();
    expect(() => assertAcceptable('correct horse battery staple', 'strict', '/password')).not.toThrow();
  });
});
