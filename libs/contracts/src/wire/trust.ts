/** Whose tokens a trust takes: those of a CI service that it knows, or of any issuer of OpenID Connect. */
export const TRUST_PROVIDERS = ['github', 'gitlab', 'forgejo', 'oidc'] as const;
export type TrustProvider = (typeof TRUST_PROVIDERS)[number];

export const TRUSTS_AT_MOST = 50;
/** How long the token of a job lives, in minutes. */
export const EXCHANGED_MINUTES_AT_MOST = 60;

/** RFC 8693. */
export const TOKEN_EXCHANGE_GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange';
/** The types of a job's token. */
export const SUBJECT_TOKEN_TYPES = [
  'urn:ietf:params:oauth:token-type:id_token',
  'urn:ietf:params:oauth:token-type:jwt',
] as const;
export const ACCESS_TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:access_token';
