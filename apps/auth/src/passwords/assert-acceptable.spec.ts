import { describe, expect, it } from '@jest/globals';
import { assertAcceptable } from './assert-acceptable.js';

describe('the password policy', () => {
  it.each(['password', 'PassWord', '123456789'])('strict refuses %s, and says where it stands', (password) => {
    expect(() => assertAcceptable(password, 'strict', '/new_password')).toThrow(
      expect.objectContaining({
        code: 'common_password',
        options: { errors: [expect.objectContaining({ pointer: '/new_password' })] },
      }),
    );
  });

  it('basic takes any; strict takes one that is not common', () => {
    expect(() => assertAcceptable('password', 'basic', '/password')).not.toThrow();
    expect(() => assertAcceptable('correct horse battery staple', 'strict', '/password')).not.toThrow();
  });
});
