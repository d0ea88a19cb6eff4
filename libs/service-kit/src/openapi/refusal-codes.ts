import type { ErrorCode } from '@burgee/contracts/wire';
import { isSdkPath, takesClientKeys, takesTokens, type OperationFacts } from './operation.js';

const TICKET: readonly ErrorCode[] = ['ticket_invalid'];
/** Decisions accept keys of both kinds. */
const SDK_KEYS_ALONE: readonly ErrorCode[] = ['client_key_not_allowed'];

const SIGNED_OUT: readonly ErrorCode[] = ['unauthenticated', 'session_cookie_ambiguous'];
const NOT_ADMITTED: readonly ErrorCode[] = [...SIGNED_OUT, 'address_not_verified'];
const WITH_TOKEN: readonly ErrorCode[] = ['token_invalid', 'token_and_session'];

const ofToken = (facts: OperationFacts): readonly ErrorCode[] =>
  facts.policy === 'public' || facts.policy === 'sdk-key'
    ? []
    : [...WITH_TOKEN, takesTokens(facts) ? 'scope_missing' : 'session_required'];

function ofPolicy({ policy, path, parameters }: OperationFacts): readonly ErrorCode[] {
  switch (policy) {
    case 'public':
      return [];
    case 'sdk-key':
      return [
        'sdk_key_invalid',
        ...(takesClientKeys(path) ? [] : SDK_KEYS_ALONE),
        'origin_not_registered',
        ...(parameters.has('ticket') ? TICKET : []),
      ];
    case 'any-session':
      return SIGNED_OUT;
    case 'session':
      return NOT_ADMITTED;
    case 'instance-owner':
    case 'administrator':
      return [...NOT_ADMITTED, 'route_not_found'];
    case 'viewer':
      return [...NOT_ADMITTED, 'not_found'];
    default:
      return [...NOT_ADMITTED, 'not_found', 'role_too_low'];
  }
}

/** A body is always read, and refused when it is invalid, even where none is needed. */
function ofBody({ method, path }: OperationFacts): ErrorCode[] {
  if (method === 'get') return [];
  const codes: ErrorCode[] = ['malformed_json', 'body_too_large', 'unsupported_media_type'];
  return isSdkPath(path) ? codes : [...codes, 'cross_site_request'];
}

function ofLimits({ path, isStream }: OperationFacts): ErrorCode[] {
  const codes: ErrorCode[] = isStream ? ['too_many_requests', 'streams_busy'] : ['too_many_requests'];
  if (!isSdkPath(path)) return [...codes, 'host_not_allowed'];
  return isStream ? [...codes, 'too_many_streams'] : codes;
}

/** The distinct errors of an operation that follow from its policy, parameters, body and limits. */
export function refusalCodes(facts: OperationFacts): ErrorCode[] {
  const codes: ErrorCode[] = [
    // Possible on every route: an invalid percent-encoding, malformed HTTP, slow or large headers, a full queue.
    'invalid_request',
    'request_too_slow',
    'headers_too_large',
    'unavailable',
    'overloaded',
    ...ofPolicy(facts),
    ...ofToken(facts),
    ...(facts.path.includes('{') ? (['not_found', 'route_not_found'] as const) : []),
    ...(facts.parameters.has('burgee-bypass-reason')
      ? (['approval_required', 'comment_required', 'environment_frozen'] as const)
      : []),
    ...(facts.parameters.has('if-match') ? (['value_changed'] as const) : []),
    ...ofBody(facts),
    ...ofLimits(facts),
  ];
  return [...new Set(codes)];
}
