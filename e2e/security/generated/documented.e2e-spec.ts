import {
  aFlag,
  anAdministrator,
  anInstanceOwner,
  type ServiceResponse,
  sharedCluster,
  TestClient,
} from '@burgee/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AnswerSchemas } from '../answer-schemas.js';
import { createFixture, createPeople } from '../fixture.js';
import { generated } from './generated.js';
import { OpenApi, type Operation } from '../open-api.js';
import { type GeneratedRequest, requestFor } from '../request-for.js';

const { url } = sharedCluster();
const RUNS = generated({ seed: 20_261_123, numRuns: 4 });

const api = new OpenApi((await new TestClient(url).get('/openapi.json')).body);
const schemas = new AnswerSchemas(api);

/** Operations that would make all later runs fail alike come last. */
const LAST = [
  'revokeSwitchOffLink',
  'withdrawInvitation',
  'deleteWebhook',
  'deleteFlag',
  'deleteEnvironment',
  'removeMember',
  'deleteProject',
  'leaveProject',
  'disableAccount',
  'deleteAccount',
  'deleteOwnAccount',
  'signOut',
];
const OPERATIONS = api.operations.toSorted(
  (one, other) => LAST.indexOf(one.operationId) - LAST.indexOf(other.operationId),
);
/** Made-up values do not open these: they ask for a secret, for fields that fit together, or for what is gone by then. */
const HARDLY_SUCCEED = new Set(
  'register signIn changePassword prove useSetupLink useResetLink useSignInLink lookUpLink lookUpInvitation acceptInvitation declineInvitation endSession leaveProject updateEnvironment createChangeRequest getChangeRequest actOnChangeRequest updateFlagValue changeFlagValues changeFlags compareEnvironments promoteFlags createSchedule updateSchedule pauseSchedule resumeSchedule exportProject importProject restoreEnvironment restoreFlag revertFlagValue createWebhook updateWebhook createSwitchOffLink useVerificationLink forgotPassword requestVerification sendTestMail startSignIn startSignInByInvitation finishSignIn endByLogoutToken linkProvider proveAtProvider unlinkIdentity tryProvider deleteGroupRole exchangeToken createTrust createProjectToken createToken revokeToken createInstallationToken admitToken excludeToken testWebhook redeliverWebhook followEvaluations reportEdgeApplied'.split(
    ' ',
  ),
);

type Sent = Pick<ServiceResponse, 'status' | 'headers' | 'text'>;

/** An event stream is closed as soon as it begins. */
async function openStream(path: string, headers: Record<string, string>): Promise<Sent> {
  const response = await fetch(new URL(path, url), { headers });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const text = isStream ? '' : await response.text();
  if (isStream) await response.body?.cancel();
  return { status: response.status, headers: Object.fromEntries(response.headers), text };
}

describe('to requests made from the OpenAPI document', () => {
  let session: string;
  /** The instance owner's session, for routes without a project. */
  let ownerSession: string;
  let administratorSession: string;
  let key: string;
  let ids: Record<string, string>;

  beforeAll(async () => {
    const people = await createPeople(url);
    const fixture = await createFixture(url, people);
    // A flag of its own: others are deleted on the way.
    ids = { ...fixture.ids, projectId: fixture.project.id, key: (await aFlag(fixture.project)).key };
    session = people.owner.client.cookies.get('token')!;
    ownerSession = (await anInstanceOwner(url)).client.cookies.get('token')!;
    administratorSession = (await anAdministrator(url)).client.cookies.get('token')!;
    key = fixture.project.development.sdk_key;
  });

  /** Others are made on the way. */
  async function environmentsNow(): Promise<string[]> {
    const client = new TestClient(url);
    client.cookies.set('token', session);
    const { body } = await client.get(`/api/projects/${ids.id}/environments`);
    return (body as { id: string }[]).map(({ id }) => id);
  }

  function sessionFor({ operationId, path }: Operation): string {
    if (operationId === 'showOperations') return ownerSession;
    return path.startsWith('/api/administration') ? administratorSession : session;
  }

  async function sendAs(operation: Operation, { path, body, headers, as }: GeneratedRequest): Promise<Sent> {
    const withKey = { ...headers, ...(as.key && { 'x-sdk-key': key }) };
    if (operation.isStream) return openStream(path, { ...withKey, ...(as.session && { cookie: `token=${session}` }) });
    // Unlimited by address: each call comes from another.
    const client = new TestClient(url);
    if (as.session) client.cookies.set('token', sessionFor(operation));
    return client.call(operation.method, path, { body, headers: withKey });
  }

  /** What else has to be true of fields, and what would make the other operations refused. */
  async function knownOf(operationId: string): Promise<Record<string, unknown>> {
    // Others register meanwhile.
    if (operationId === 'updateRegistration') return { mode: 'open' };
    if (operationId === 'updateProject') return { environment_order: await environmentsNow() };
    return operationId === 'updateEnvironment' ? { comment_required: false, approvals: 0 } : {};
  }

  it.each(OPERATIONS.map((one) => [one.operationId, one] as const))(
    'S37 %s answers as it says',
    async (operationId, operation) => {
      const statuses = new Set<number>();
      const known = await knownOf(operationId);
      const send = (numRuns: number) =>
        fc.assert(
          fc.asyncProperty(requestFor(operation, api, ids, known), async (request) => {
            const answer = await sendAs(operation, request);
            statuses.add(answer.status);
            expect(schemas.faultOf(operation, answer)).toBeUndefined();
          }),
          // A failure prints the seed, the path to the smallest input and that input.
          { ...RUNS, numRuns, endOnFailure: true },
        );
      await send(RUNS.numRuns);
      const hasSucceeded = () => Math.min(...statuses) < 400;
      if (!hasSucceeded() && !HARDLY_SUCCEED.has(operationId)) await send(4 * RUNS.numRuns);
      // A busy cluster may answer 503 to some, never to all.
      expect(Math.min(...statuses)).toBeLessThan(HARDLY_SUCCEED.has(operationId) ? 500 : 400);
    },
  );
});
