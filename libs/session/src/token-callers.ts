import { createPublicKey, type KeyObject } from 'node:crypto';
import {
  type ActingToken,
  byToken,
  CLIENT_HEADER,
  coversEnvironment,
  coversProject,
  DomainError,
  type LiveTokenRow,
  type MemberRoles,
  type MemberRow,
  rolesOf,
  type Verb,
  verbsFor,
} from '@burgee/contracts/wire';
import type { RoutePolicy } from '@burgee/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { readApiToken } from './api-token.js';
import type { AuthenticatedRequest, CurrentUser } from './current-user.js';
import { type ProjectReference, SessionQuery, uuidOrNull } from './session.query.js';
import { SESSION_SETTINGS, type SessionSettings } from './session.strategy.js';
import { tokenFromCookies, verifySessionToken } from './token.js';

type TokenRow = LiveTokenRow &
  Partial<Pick<MemberRow, 'environment_roles'>> & {
    /** The project that the request asks about. */
    asked_project_id: string | null;
    role: MemberRow['role'] | null;
  };

const invalid = () =>
  new DomainError(
    'token_invalid',
    'The token is wrong, revoked or expired, or its account is disabled. Make a new one.',
  );

const isRead = (verbs: readonly Verb[]) => verbs.every((verb) => verb === 'read');

const actingToken = (row: LiveTokenRow): ActingToken => ({
  id: row.token_id,
  name: row.token_name,
  kind: row.user_id === null ? 'service' : 'personal',
  projectId: row.project_id,
  verbs: row.verbs,
  projects: row.project_ids,
  environments: row.environment_ids,
  limits: row.limits,
  run: row.run,
});

/** The roles of its account, or its own, in the project that the request asks about, if it is one of the token's. */
function ownRoles(row: TokenRow): MemberRoles | undefined {
  const { role, environment_roles, asked_project_id: asked } = row;
  return role && asked && coversProject(actingToken(row), asked) ? { role, environment_roles } : undefined;
}

/** Looks a token up in Postgres, on every request: a revoked one stops working everywhere at once. */
@Injectable()
export class TokenCallers {
  private readonly publicKey: KeyObject;

  constructor(
    @Inject(SESSION_SETTINGS) private readonly settings: SessionSettings,
    @InjectDataSource() private readonly database: DataSource,
    private readonly sessions: SessionQuery,
  ) {
    this.publicKey = createPublicKey(settings.SESSION_PUBLIC_KEY);
  }

  /** @throws token_and_session, token_invalid, session_required, scope_missing, not_found */
  async identify(request: AuthenticatedRequest, policy: RoutePolicy | undefined, value: string): Promise<CurrentUser> {
    await this.assertNoSession(request.headers.cookie);
    const token = readApiToken(value, this.publicKey);
    const row = token && (await this.find(token, request));
    if (!row) throw invalid();
    this.noteUse(row, request.ip);
    const verbs = verbsFor(policy ?? '', request.method, request.routeOptions.url ?? '', request.body);
    // A new project gets an owner, which is an account.
    const isOfAccounts = policy === 'session' && request.method === 'POST' && row.user_id === null;
    if (!verbs || isOfAccounts) throw new DomainError('session_required', 'A token cannot do this. Sign in to do it.');
    if (policy === 'session' && !isRead(verbs) && row.project_ids)
      throw new DomainError('scope_missing', 'This token is for some projects only, and this is in none of them.');
    const missing = verbs.filter((verb) => !row.verbs.includes(verb));
    if (missing.length > 0)
      throw new DomainError(
        'scope_missing',
        `This token lacks ${missing.join(' and ')}. Make a token with this scope.`,
      );
    return this.toUser(row, request, verbs);
  }

  private async toUser(row: TokenRow, request: AuthenticatedRequest, verbs: readonly Verb[]): Promise<CurrentUser> {
    const token = actingToken(row);
    const { envId: environmentId } = request.params as ProjectReference;
    const own = request.neededRole && ownRoles(row);
    const projectId = row.asked_project_id;
    if (own && projectId && environmentId && !isRead(verbs) && !coversEnvironment(token, environmentId)) {
      const name = (await this.sessions.environmentName(projectId, environmentId)) ?? 'this environment';
      throw new DomainError('scope_missing', `This token may not change ${name}. Make a token with this scope.`);
    }
    const account = row.user_id;
    return {
      id: account ?? token.id,
      name: row.user_name ?? token.name,
      email: row.user_email ?? '',
      sessionId: token.id,
      token,
      ...(token.limits && { limited: { tokenId: token.id, limits: token.limits } }),
      isAdministrator: row.is_administrator,
      // It proves what it may do each time.
      hasFreshProof: true,
      membership:
        own && projectId && request.neededRole
          ? { projectId, ...(isRead(verbs) ? own : rolesOf(token, own)), neededRole: request.neededRole, environmentId }
          : null,
      provenance: byToken(token, account, request.headers[CLIENT_HEADER]),
    };
  }

  /** A request of two callers is refused, whatever the token is. */
  private async assertNoSession(cookies: string | undefined): Promise<void> {
    const isSigned = (cookie: string) => verifySessionToken(cookie, this.publicKey) !== null;
    const cookie = tokenFromCookies(cookies, { name: this.settings.SESSION_COOKIE_NAME, isSigned });
    const claims = cookie && verifySessionToken(cookie, this.publicKey);
    if (claims && (await this.sessions.find(claims.sid)))
      throw new DomainError('token_and_session', 'You sent a token and the cookie of a session. Send one of them.');
  }

  private async find(
    { id, secretHash }: { id: string; secretHash: string },
    { neededRole, params }: AuthenticatedRequest,
  ): Promise<TokenRow | undefined> {
    const [row] = neededRole
      ? await this.findWithRole(id, secretHash, params as ProjectReference)
      : await this.database.sql<TokenRow[]>`
          select t.*, null as asked_project_id, null as role
          from session_read.token_v1 t where t.token_id = ${id} and t.secret_hash = ${secretHash}`;
    return row;
  }

  private findWithRole(id: string, secretHash: string, project: ProjectReference): Promise<TokenRow[]> {
    const isNamed = project.id !== undefined || project.flagId !== undefined;
    const environmentId = uuidOrNull(isNamed ? undefined : project.envId);
    return this.database.sql<TokenRow[]>`
      with asked as (
        select coalesce(
          ${uuidOrNull(project.id)}::uuid,
          (select f.project_id from access_read.flag_v1 f where f.flag_id = ${uuidOrNull(project.flagId)}::uuid),
          (select e.project_id from access_read.environment_v1 e where e.environment_id = ${environmentId}::uuid)) as id)
      select t.*, asked.id as asked_project_id, coalesce(m.role, s.role) as role,
             coalesce(m.environment_roles, s.environment_roles) as environment_roles
      from session_read.token_v1 t
      cross join asked
      left join access_read.member_v1 m on m.user_id = t.user_id and m.project_id = asked.id
      left join access_read.token_member_v1 s on s.token_id = ${id} and s.project_id = asked.id
      where t.token_id = ${id} and t.secret_hash = ${secretHash}`;
  }

  /** Written at most once a minute. The call neither waits for it nor fails with it. */
  private noteUse({ token_id, is_use_due }: LiveTokenRow, address: string): void {
    if (!is_use_due) return;
    void this.database.sql`select session_read.token_used(${token_id}, ${address})`.catch(() => undefined);
  }
}
