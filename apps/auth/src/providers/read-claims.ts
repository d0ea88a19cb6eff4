import { nameFault, normalizeName } from '@burgee/contracts/http';
import { isEmail } from 'class-validator';

type Claims = Readonly<Record<string, unknown>>;

/** What a provider says about the person. */
export interface Person {
  issuer: string;
  subject: string;
  name: string;
  /** Undefined where it names none, or none that an account could have. */
  email: string | undefined;
  isVerified: boolean;
  /** Undefined where the claim is missing, incomplete or malformed: nothing follows from it. */
  groups: readonly string[] | undefined;
  /** The session at the provider. */
  sid: string | undefined;
  /** When the person signed in at the provider, in seconds, where it says so. */
  signedInAt?: number | undefined;
}

const EMAIL_BYTES_AT_MOST = 254;
const NAME_BYTES_AT_MOST = 100;
const GROUPS_AT_MOST = 1_000;
const GROUP_BYTES_AT_MOST = 200;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Entra ID says of an address whether its domain is proven. */
const YES: ReadonlySet<unknown> = new Set([true, 1, 'true', '1']);

/** The address and its verification come from the same answer. */
function emailOf(...answers: readonly Claims[]): Pick<Person, 'email' | 'isVerified'> {
  const source = answers.find(({ email }) => isText(email));
  const email = isText(source?.email) ? source.email.trim() : '';
  if (!isEmail(email) || Buffer.byteLength(email) > EMAIL_BYTES_AT_MOST) return { email: undefined, isVerified: false };
  return { email, isVerified: YES.has(source?.email_verified) || YES.has(source?.xms_edov) };
}

/** Where there are too many groups for a token, Entra ID names a place to read them instead. */
function isElsewhere({ _claim_names, hasgroups }: Claims, claim: string): boolean {
  return YES.has(hasgroups) || Object.hasOwn(Object(_claim_names) as object, claim);
}

function groupsOf(claim: string, ...answers: readonly Claims[]): Person['groups'] {
  if (answers.some((answer) => isElsewhere(answer, claim))) return undefined;
  const given = answers.find((answer) => Object.hasOwn(answer, claim))?.[claim];
  if (!Array.isArray(given) || given.length > GROUPS_AT_MOST) return undefined;
  const fits = given.every(
    (one) => isText(one) && Buffer.byteLength(one) <= GROUP_BYTES_AT_MOST && !one.includes('\0'),
  );
  return fits ? [...new Set(given as string[])].toSorted() : undefined;
}

/** The first that an account can have. */
function nameOf(...given: unknown[]): string {
  const names = given.filter(isText).map(normalizeName);
  return names.find((one) => Buffer.byteLength(one) <= NAME_BYTES_AT_MOST && !nameFault(one)) ?? 'Unnamed';
}

/** @param idToken with its signature verified @param userInfo of the same subject, where it was asked */
export function readClaims(idToken: Claims, userInfo: Claims, claim: string): Person {
  const { iss, sub, sid, auth_time } = idToken;
  const { email, isVerified } = emailOf(idToken, userInfo);
  return {
    issuer: String(iss),
    subject: String(sub),
    name: nameOf(idToken.name, userInfo.name, idToken.preferred_username, userInfo.preferred_username, email),
    email,
    isVerified,
    groups: groupsOf(claim, idToken, userInfo),
    sid: isText(sid) ? sid : undefined,
    signedInAt: Number.isSafeInteger(auth_time) ? (auth_time as number) : undefined,
  };
}

/** Whether the provider's second answer could say more than the ID token. */
export const needsUserInfo = (idToken: Claims, claim: string): boolean =>
  !isText(idToken.email) || !(Object.hasOwn(idToken, claim) || isElsewhere(idToken, claim));
