import { generateKeyPairSync } from 'node:crypto';
import type { CreateTrustRequest } from '@burgee/contracts/http';
import { ACCESS_TOKEN_TYPE, SUBJECT_TOKEN_TYPES, TOKEN_EXCHANGE_GRANT } from '@burgee/contracts/wire';
import { type CurrentUser, readApiToken } from '@burgee/session';
import { createTestDatabase, forgedKey, TestIssuer, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { SignInLimits } from '../limits/sign-in-limits.js';
import { RecordRefusedSignIns } from '../sign-in/record-refused-sign-ins.js';
import { TokenRepository } from '../tokens/token.repository.js';
import { TokensService } from '../tokens/tokens.service.js';
import { ExchangeService } from './exchange.service.js';
import { ExpiredExchanges } from './expired-exchanges.js';
import { TrustRepository } from './trust.repository.js';
import { TrustsService } from './trusts.service.js';

const AUDIENCE = 'https://flags.example.com';
const HERE = '127.0.0.1';
const { publicKey, privateKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const CONFIG = { SESSION_PRIVATE_KEY: privateKey, ISSUERS_ALLOW_PRIVATE: 'on' } as const;
const seconds = () => Math.floor(Date.now() / 1_000);
const logger = { info: () => undefined, warn: () => undefined } as unknown as Logger;

let database: TestDatabase;
let source: DataSource;
let owner: DataSource;
let issuer: TestIssuer;
let spent: string[];
let refusals: RecordRefusedSignIns;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource({ type: 'postgres', url: database.urlFor('auth') }).initialize();
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
});
afterAll(async () => {
  await Promise.all([source?.destroy(), owner?.destroy()]);
  await database?.drop();
});
beforeEach(async () => {
  issuer = await TestIssuer.start();
  spent = [];
  refusals = new RecordRefusedSignIns(source, logger);
});
afterEach(() => issuer.stop());

const limits = {
  exchange: async (block: string) => void spent.push(block),
  exchanged: async () => void spent.pop(),
} as unknown as SignInLimits;
const exchanges = (config: { ISSUERS_ALLOW_PRIVATE: 'on' | 'off' } = CONFIG) =>
  new ExchangeService(source, new TrustRepository(source), limits, refusals, { ...CONFIG, ...config }, logger);
const trusts = (config: { ISSUERS_ALLOW_PRIVATE: 'on' | 'off' } = CONFIG) => {
  const tokens = new TokensService(source, new TokenRepository(source), CONFIG);
  return new TrustsService(source, new TrustRepository(source), tokens, config);
};

/** An owner who has just signed in, with a project of two environments. */
async function anOwner() {
  const [id, sessionId, projectId] = [uuidv7(), uuidv7(), uuidv7()];
  const environments = [uuidv7(), uuidv7()];
  const email = `${unique('ada')}@example.com`;
  await owner.query(
    `insert into auth.users (id, name, email, email_key, password_hash) values ($1, 'Ada', $2, $2, '')`,
    [id, email],
  );
  await owner.query(
    `insert into auth.sessions (id, user_id, secret_hash, expires_at) values ($1, $2, $3, now() + interval '1 hour')`,
    [sessionId, id, unique('hash')],
  );
  await owner.query(`insert into flags.projects (id, name, slug) values ($1, 'p', $2)`, [projectId, unique('p')]);
  await owner.query(`insert into flags.members (project_id, user_id, role) values ($1, $2, 'owner')`, [projectId, id]);
  for (const environment of environments)
    await owner.query(
      `insert into flags.environments (id, project_id, name, slug, icon, protected) values ($1, $2, 'E', $3, '', false)`,
      [environment, projectId, unique('e')],
    );
  const actor: CurrentUser = { id, name: 'Ada', email, sessionId, hasFreshProof: true, membership: null };
  return { actor, projectId, environments };
}
type Owner = Awaited<ReturnType<typeof anOwner>>;

const wanted = (changed: Partial<CreateTrustRequest> = {}): CreateTrustRequest => ({
  name: 'deploy',
  provider: 'github',
  issuer: issuer.url,
  audience: AUDIENCE,
  claims: { repository_id: '74', ref: 'refs/heads/main' },
  verbs: ['switch'],
  ...changed,
});
const aTrust = async ({ actor, projectId }: Owner, changed: Partial<CreateTrustRequest> = {}) =>
  trusts().create(actor, projectId, wanted(changed));
const exchange = (subject_token: string, { id }: { id: string }, service = exchanges()) => {
  const types = { grant_type: TOKEN_EXCHANGE_GRANT, subject_token_type: SUBJECT_TOKEN_TYPES[0] } as const;
  return service.exchange({ ...types, subject_token, audience: id }, HERE);
};
const liveToken = async (token: string) => {
  const { id, secretHash } = readApiToken(token, await publicKeyObject()) ?? { id: null, secretHash: null };
  const [row] = await source.sql<Record<string, unknown>[]>`
    select * from session_read.token_v1 where token_id = ${id} and secret_hash = ${secretHash}`;
  return row;
};
const publicKeyObject = async () => (await import('node:crypto')).createPublicKey(publicKey);
const entries = (action: string) => source.sql<{ payload: Record<string, unknown> }[]>`
  select payload from auth.outbox where payload ->> 'action' = ${action} order by event_id`;
const refused = { code: 'job_token_refused', message: expect.stringContaining('forged, expired or used before') };

describe('the job of a trust', () => {
  it('gets a token that does what the trust grants, for a time, and has its address in the history', async () => {
    const project = await anOwner();
    const [environment = ''] = project.environments;
    const limited = { flags: ['checkout'], tag: null, step: 10, without_step: [], changes: null, ask: true };
    const trust = await aTrust(project, { environments: [environment], minutes: 15, limits: limited });
    const answer = await exchange(await issuer.sign(AUDIENCE), trust);
    expect(answer).toEqual({
      access_token: expect.stringMatching(/^bge_tok_/),
      issued_token_type: ACCESS_TOKEN_TYPE,
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'switch',
    });
    const row = await liveToken(answer.access_token);
    const [address] = [`${issuer.url}/acme/shop/actions/runs/987`];
    expect(row).toMatchObject({
      token_name: 'deploy',
      user_id: null,
      is_administrator: false,
      project_id: project.projectId,
      verbs: ['switch'],
      environment_ids: [environment],
      limits: limited,
      run: address,
    });
    expect(Number(row?.expires_at)).toBeLessThanOrEqual(Date.now() + 900_000);
    const made = (await entries('token_create')).at(-1)?.payload;
    expect(made).toMatchObject({
      project_id: project.projectId,
      performed_by: { kind: 'token', id: row?.token_id, name: 'deploy' },
      run: address,
      new_values: { trust_id: trust.id, sub: 'repo:acme/shop:ref:refs/heads/main' },
    });
    expect(JSON.stringify(made)).not.toContain(answer.access_token);
    const [listed] = await new TrustRepository(source).list(project.projectId);
    expect(listed).toMatchObject({ id: trust.id, last_used_at: expect.any(String), created_by: { name: 'Ada' } });
    expect(spent).toEqual([]);
  });

  it('gets one token for each of its own, however often it asks', async () => {
    const trust = await aTrust(await anOwner());
    const service = exchanges();
    const [job, withoutId] = [await issuer.sign(AUDIENCE), await issuer.sign(AUDIENCE, { jti: undefined })];
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => exchange(job, trust, service)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await exchange(withoutId, trust, service);
    await expect(exchange(withoutId, trust, service)).rejects.toMatchObject(refused);
    await expect(exchange(job, await aTrust(await anOwner()), service)).rejects.toMatchObject(refused);
    await owner.query(`update auth.exchanged_tokens set expires_at = now()`);
    const job2 = new ExpiredExchanges(source, logger);
    await (job2 as unknown as { deleteExpired: () => Promise<void> }).deleteExpired();
    expect(await owner.query('select from auth.exchanged_tokens')).toHaveLength(0);
  });

  it.each([
    ['forged', async () => issuer.sign(AUDIENCE, {}, await forgedKey())],
    ['expired', () => issuer.sign(AUDIENCE, { iat: seconds() - 900, exp: seconds() - 120 })],
    ['for another audience', () => issuer.sign('https://elsewhere.example.com')],
    ['of another issuer', () => issuer.sign(AUDIENCE, { iss: 'https://gitlab.com' })],
    ['of another repository', () => issuer.sign(AUDIENCE, { repository_id: '75' })],
    ['of another repository of that name', () => issuer.sign(AUDIENCE, { repository_id: '7400' })],
    ['of another branch', () => issuer.sign(AUDIENCE, { ref: 'refs/heads/feature' })],
    ["of a fork's pull request", () => issuer.sign(AUDIENCE, { event_name: 'pull_request_target' })],
    ['no token', async () => 'eyJhbGciOiJub25lIn0.e30.'],
  ])('that sends a token that is %s is refused like all others, and counted', async (_, token) => {
    const trust = await aTrust(await anOwner());
    await expect(exchange(await token(), trust)).rejects.toMatchObject(refused);
    expect(spent).toHaveLength(1);
    await refusals.store();
    expect((await entries('sign_in_refused')).at(-1)?.payload).toMatchObject({ new_values: { job_token_refused: 1 } });
  });

  it('is refused alike where there is no such trust, or its project is gone', async () => {
    const project = await anOwner();
    const trust = await aTrust(project);
    await expect(exchange(await issuer.sign(AUDIENCE), { id: uuidv7() })).rejects.toMatchObject(refused);
    await owner.query('delete from flags.projects where id = $1', [project.projectId]);
    await expect(exchange(await issuer.sign(AUDIENCE), trust)).rejects.toMatchObject(refused);
  });

  it('gets 503, and keeps its token, while the issuer says nothing or has a private address', async () => {
    const trust = await aTrust(await anOwner());
    const job = await issuer.sign(AUDIENCE);
    const unavailable = { code: 'unavailable' };
    await expect(exchange(job, trust, exchanges({ ISSUERS_ALLOW_PRIVATE: 'off' }))).rejects.toMatchObject(unavailable);
    expect(issuer.asked).toBe(0);
    issuer.isSilent = true;
    await expect(exchange(job, trust)).rejects.toMatchObject(unavailable);
    issuer.isSilent = false;
    await expect(exchange(job, trust)).resolves.toMatchObject({ token_type: 'Bearer' });
  });
});

describe('a trust', () => {
  const invalid = (pointer: string) =>
    expect.objectContaining({ code: 'invalid_request', options: { errors: [expect.objectContaining({ pointer })] } });

  it.each([
    ['claims', '/claims/repository_id', { claims: { repository: 'acme/shop', ref: 'refs/heads/main' } }],
    ['claims of a job', '/claims', { claims: { repository_id: '74' } }],
    ['issuer', '/issuer', { issuer: 'gitlab.com' }],
    ['environments', '/environments', { environments: [uuidv7()] }],
    ['limits', '/limits', { limits: { step: 5 }, verbs: ['manage'] }],
    ['limits of the step', '/limits/without_step', { limits: { without_step: ['switch'] } }],
  ] as const)('is refused with why for its %s', async (_, pointer, changed) => {
    const project = await anOwner();
    await expect(aTrust(project, changed as never)).rejects.toEqual(invalid(pointer));
    expect(await new TrustRepository(source).list(project.projectId)).toEqual([]);
  });

  it('is refused for an issuer with a private address, which operators can allow', async () => {
    const { actor, projectId } = await anOwner();
    const guarded = trusts({ ISSUERS_ALLOW_PRIVATE: 'off' });
    for (const address of [issuer.url, 'https://10.0.0.1', 'https://git.example.com:22'])
      await expect(guarded.create(actor, projectId, wanted({ issuer: address }))).rejects.toThrow(
        'ISSUERS_ALLOW_PRIVATE=on for auth',
      );
  });

  it('is made and deleted by owners who have just proved who they are, and both are in the history', async () => {
    const project = await anOwner();
    const { actor, projectId } = project;
    await expect(trusts().create({ ...actor, hasFreshProof: false }, projectId, wanted())).rejects.toMatchObject({
      code: 'fresh_proof_required',
    });
    const other = await anOwner();
    await expect(trusts().create(other.actor, projectId, wanted())).rejects.toMatchObject({ code: 'not_found' });
    const trust = await aTrust(project);
    const { access_token } = await exchange(await issuer.sign(AUDIENCE), trust);
    await expect(trusts().delete(other.actor, other.projectId, trust.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await liveToken(access_token)).toBeDefined();
    await trusts().delete(actor, projectId, trust.id);
    expect(await liveToken(access_token)).toBeUndefined();
    await expect(exchange(await issuer.sign(AUDIENCE), trust)).rejects.toMatchObject(refused);
    const about = (action: string) =>
      entries(action).then((all) => all.map(({ payload }) => payload.new_values ?? payload.old_values));
    expect(await about('trust_create')).toContainEqual(
      expect.objectContaining({ trust_id: trust.id, claims: trust.claims }),
    );
    expect(await about('trust_delete')).toEqual([{ trust_id: trust.id, name: 'deploy' }]);
  });
});
