import { DomainError } from '@burgee/contracts/wire';

/** Each counted thing, the setting with its limit, and the advice in the error. */
export const QUOTAS = {
  projects: { setting: 'PROJECTS_PER_ACCOUNT_AT_MOST', what: 'projects per account', advice: 'Delete one' },
  environments: {
    setting: 'ENVIRONMENTS_PER_PROJECT_AT_MOST',
    what: 'environments per project',
    advice: 'Delete one',
  },
  flags: { setting: 'FLAGS_PER_PROJECT_AT_MOST', what: 'flags per project', advice: 'Delete one' },
  schedules: {
    setting: 'SCHEDULES_PER_PROJECT_AT_MOST',
    what: 'open schedules per project',
    advice: 'Cancel one',
  },
  members: { setting: 'MEMBERS_PER_PROJECT_AT_MOST', what: 'members per project', advice: 'Remove one' },
  webhooks: { setting: 'WEBHOOKS_PER_PROJECT_AT_MOST', what: 'webhooks per project', advice: 'Delete one' },
  webhooksOfAccount: {
    setting: 'WEBHOOKS_PER_ACCOUNT_AT_MOST',
    what: 'webhooks per account, across its projects',
    advice: 'Delete one',
  },
} as const;

export type Quota = keyof typeof QUOTAS;

/** Groups of three digits, independent of the locale of the server. */
export const inGroups = (value: number): string => value.toLocaleString('en-US');

/** @param count the number after the change @throws quota_exceeded */
export function assertWithinQuota(quota: Quota, count: number, atMost: number): void {
  if (count <= atMost) return;
  const { setting, what, advice } = QUOTAS[quota];
  throw new DomainError(
    'quota_exceeded',
    `${setting} allows ${inGroups(atMost)} ${what}; this would make ${inGroups(count)}. ` +
      `${advice}, or ask an operator to raise the limit.`,
  );
}
