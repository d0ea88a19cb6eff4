import { describe, expect, it } from '@jest/globals';
import { refusalOf } from './refusal.js';

const coded = (code: string, message = 'it failed') => Object.assign(new Error(message), { code });
const named = (name: string) => Object.assign(new Error('it failed'), { name });

describe('why an engine refuses', () => {
  it.each([
    [coded('28P01'), 'authentication'],
    [coded('28000'), 'authentication'],
    [named('AuthorizationError'), 'authentication'],
    [new Error('WRONGPASS invalid username-password pair or user is disabled.'), 'authentication'],
    [new Error('All sentinels are unreachable. Last error: NOAUTH Authentication required.'), 'authentication'],
    [coded('CERT_HAS_EXPIRED'), 'certificate_expired'],
    [coded('SELF_SIGNED_CERT_IN_CHAIN'), 'certificate_untrusted'],
    [coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'certificate_untrusted'],
    [coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'certificate_name'],
    [coded('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'), 'client_certificate'],
    [coded('ERR_SSL_WRONG_VERSION_NUMBER'), 'no_tls'],
    [new Error('The server does not support SSL connections'), 'no_tls'],
    [new Error("server does not support 'tls'"), 'no_tls'],
    [coded('25006'), 'read_only'],
    [coded('REDIS_CLUSTER'), 'cluster'],
    [new Error('the pool failed', { cause: coded('28P01') }), 'authentication'],
    [new AggregateError([coded('ECONNREFUSED'), coded('CERT_HAS_EXPIRED')]), 'certificate_expired'],
  ])('%s: %s', (error, reason) => {
    expect(refusalOf(error)).toBe(reason);
  });

  it.each([coded('ECONNREFUSED'), coded('53300'), new Error('Connection is closed.'), 'reconnecting', undefined])(
    'is not said by %s',
    (error) => {
      expect(refusalOf(error)).toBeUndefined();
    },
  );
});
