import { aFlag, type ServiceResponse, type Project, type User } from '@burgee/testing';
import { projectAudit } from './audit-calls.js';
import { toggle } from './flag-calls.js';

type Headers = Record<string, string>;
/** Sends the change as this user, or as a dry run if the route has one. */
type Send = (user: User, headers: Headers, dryRun?: boolean) => Promise<ServiceResponse>;

export interface HeldRoute {
  operationId: string;
  /** Makes what the change needs in a project without rules. @returns what changes the flags in Production */
  prepare: (project: Project) => Promise<Send>;
}

const held = (operationId: string, prepare: HeldRoute['prepare']): HeldRoute => ({ operationId, prepare });

/** A flag that is on in Production. */
async function anOnFlag(project: Project) {
  const flag = await aFlag(project);
  await toggle(project.owner, flag, project.production, true);
  return flag;
}

const archived = async (project: Project) => {
  const flag = await anOnFlag(project);
  await project.owner.client.post(`/api/flags/${flag.id}/archive`);
  return flag;
};

/** The routes that change what clients of an environment are served. */
export const HELD: readonly HeldRoute[] = [
  held('toggleFlag', async (project) => {
    const flag = await anOnFlag(project);
    return (user, headers) => toggle(user, flag, project.production, false, headers);
  }),
  held('updateFlagValue', async (project) => {
    const flag = await anOnFlag(project);
    const path = `/api/flags/${flag.id}/environments/${project.production.id}`;
    return ({ client }, headers) => client.patch(path, { rollout_percentage: 5 }, headers);
  }),
  // Of a flag that came while Production required an approval: the body only says that it is served.
  held('updateFlagValue', async (project) => {
    const { owner, id, production } = project;
    const require = (approvals: number) =>
      owner.client.patch(`/api/projects/${id}/environments/${production.id}`, { approvals });
    await require(1);
    const flag = await aFlag(project);
    await require(0);
    return ({ client }, headers) =>
      client.patch(`/api/flags/${flag.id}/environments/${production.id}`, { served: true }, headers);
  }),
  held('updateFlag', async (project) => {
    const flag = await anOnFlag(project);
    return ({ client }, headers) => client.patch(`/api/flags/${flag.id}`, { name: 'Other' }, headers);
  }),
  held('deleteFlag', async (project) => {
    const flag = await anOnFlag(project);
    return ({ client }, headers) => client.delete(`/api/flags/${flag.id}`, headers);
  }),
  held('archiveFlag', async (project) => {
    const flag = await anOnFlag(project);
    return ({ client }, headers) => client.post(`/api/flags/${flag.id}/archive`, undefined, headers);
  }),
  held('unarchiveFlag', async (project) => {
    const flag = await archived(project);
    return ({ client }, headers) => client.post(`/api/flags/${flag.id}/unarchive`, undefined, headers);
  }),
  held('changeFlagValues', async (project) => {
    const changes = [{ flag_id: (await anOnFlag(project)).id, patch: { is_enabled: false } }];
    const path = `/api/environments/${project.production.id}/changes`;
    return ({ client }, headers) => client.post(path, { changes }, headers);
  }),
  held('changeFlags', async (project) => {
    const body = { action: 'archive', flag_ids: [(await anOnFlag(project)).id] };
    return ({ client }, headers) => client.post(`/api/projects/${project.id}/flags/changes`, body, headers);
  }),
  held('promoteFlags', async (project) => {
    const { id, development, production } = project;
    await anOnFlag(project);
    const body = { from: development.id, to: production.id };
    return ({ client }, headers, dry_run = false) =>
      client.post(`/api/projects/${id}/promote`, { ...body, dry_run }, headers);
  }),
  held('revertFlagValue', async (project) => {
    const flag = await anOnFlag(project);
    const [entry] = await projectAudit(project, { action: 'flag_toggle', flag: flag.id }, 1);
    const path = `/api/flags/${flag.id}/environments/${project.production.id}/revert`;
    return ({ client }, headers) => client.post(path, { entry_id: entry.id, to: 'before' }, headers);
  }),
  held('restoreFlag', async (project) => {
    const flag = await anOnFlag(project);
    await project.owner.client.delete(`/api/flags/${flag.id}`);
    const path = `/api/projects/${project.id}/flags/${flag.id}/restore`;
    return ({ client }, headers) => client.post(path, undefined, headers);
  }),
  held('restoreEnvironment', async (project) => {
    const { owner, production } = project;
    const flag = await anOnFlag(project);
    const at = (await owner.client.get(`/api/environments/${production.id}/history`)).body.position;
    await toggle(owner, flag, production, false);
    return ({ client }, headers, dry_run = false) =>
      client.post(`/api/environments/${production.id}/restore`, { at, dry_run }, headers);
  }),
  held('importProject', async (project) => {
    const flag = await anOnFlag(project);
    const environments = [{ slug: 'production', name: 'Production' }];
    const flags = [{ key: flag.key, type: 'boolean', environments: { production: { is_enabled: false } } }];
    const path = `/api/projects/${project.id}/import`;
    return ({ client }, headers, dryRun = false) =>
      client.post(dryRun ? `${path}?dry_run=true` : path, { version: 1, environments, flags }, headers);
  }),
  held('updateEnvironment', async ({ id, production, owner }) => {
    const path = `/api/projects/${id}/environments/${production.id}`;
    await owner.client.patch(path, { url: 'https://shop.example.com' });
    return ({ client }, headers) => client.patch(path, { more_origins: ['https://other.example.com'] }, headers);
  }),
  held('deleteEnvironment', async (project) => {
    const { id, production } = project;
    return ({ client }, headers) => client.delete(`/api/projects/${id}/environments/${production.id}`, headers);
  }),
  held(
    'deleteProject',
    async ({ id }) =>
      ({ client }, headers) =>
        client.delete(`/api/projects/${id}`, headers),
  ),
];

/** The others, and why no environment holds them up. */
export const NOT_HELD: Record<string, string> = {
  createFlag: 'is served only where no rule holds, as not-served.int.spec.ts shows',
  createChangeRequest: 'only asks',
  actOnChangeRequest: 'follows the rules when it applies something, as approvals.e2e-spec.ts shows',
  createProject: 'has no rules yet',
  updateProject: 'is not served',
  createEnvironment: 'has no rules yet',
  rotateSdkKey: 'a leaked key does not wait',
  rotateClientKey: 'a leaked key does not wait',
  inviteMember: 'is not served',
  updateMember: 'is not served',
  removeMember: 'is not served',
  leaveProject: 'is not served',
  createInvitation: 'is not served',
  renewInvitation: 'is not served',
  withdrawInvitation: 'is not served',
  updatePreferences: 'is not served',
  readNotices: 'is not served',
  createProjectToken: 'changes no flag; a change by the token follows the rules',
  revokeProjectToken: 'a leaked token does not wait',
  admitToken: 'changes no flag; a change by the token follows the rules',
  excludeToken: 'a leaked token does not wait',
  createTrust: 'changes no flag; a change by its jobs follows the rules',
  deleteTrust: 'changes no flag, and ends the tokens of its jobs',
  createGroupRole: 'is not served',
  deleteGroupRole: 'is not served',
  createSharedView: 'is not served',
  updateSharedView: 'is not served',
  deleteSharedView: 'is not served',
  createSchedule: 'follows the rules when it changes something',
  updateSchedule: 'follows the rules when it changes something',
  pauseSchedule: 'changes no flag',
  resumeSchedule: 'changes no flag',
  cancelSchedule: 'changes no flag',
  createWebhook: 'is not served',
  updateWebhook: 'is not served',
  deleteWebhook: 'is not served',
  rotateWebhookSecret: 'is not served',
  createSwitchOffLink: 'changes no flag',
  revokeSwitchOffLink: 'changes no flag',
  callSwitchOffLink: 'passes the rules, as its owner was told',
  testWebhook: 'changes no flag',
  redeliverWebhook: 'changes no flag',
  explainFlags: 'changes nothing',
};
