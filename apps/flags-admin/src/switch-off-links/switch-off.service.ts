import type { AppliedView, SwitchedOff } from '@burgee/contracts/http';
import { DomainError, type FlagSetVersion, NOBODY } from '@burgee/contracts/wire';
import { currentRequestWaits, workDone } from '@burgee/process-kit';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AppliedWaits } from '../applied/applied-waits.js';
import { changeValue } from '../flags/change-flag-value.service.js';
import { type LockedFlagAndValue, lockFlagsAndValues } from '../flags/lock-flag.js';
import { changedIn, readPosition } from '../flags/position.js';
import { actionFor, partsThatDiffer } from '../promotions/compare-values.js';
import { pauseSchedule } from '../schedules/pause-schedule.js';
import { writeSchedule } from '../schedules/schedule.repository.js';
import type { Change } from '../unit-of-work/change.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { CallLimit } from './call-limit.js';
import { decideSafeValue } from './decide-safe-value.js';
import { isResolved } from './is-resolved.js';
import { lockPlans, type PlanOfFlag, servedBeforePlans } from './plans-of-flags.js';
import {
  flagsOfLink,
  lockSwitchOffLink,
  type SwitchOffLinkRow,
  useSwitchOffLink,
} from './switch-off-link.repository.js';
import { hashSwitchOffSecret, isSwitchOffSecret } from './switch-off-secret.js';
import { firingAnswer, resolvedAnswer } from './switched-off-answer.js';

/** The answer comes by then, whichever clients have the change. */
const ANSWER_WITHIN_MILLISECONDS = 4_000;
/** For the way back, and the timers of a busy machine. */
const MARGIN_MILLISECONDS = 200;
/** Small enough for one transaction. Flags of a tag that has more change one group after the other. */
const FLAGS_AT_ONCE = 500;

/** The same for an unknown, a revoked and an ended link. */
const noSuchLink = () =>
  new DomainError(
    'not_found',
    'This switch-off link does not exist or has ended. An owner of the project can make one.',
  );

/** The link acts as itself. Rules are overridden by declaration. */
const actorOf = ({ id, name }: SwitchOffLinkRow): CurrentUser => ({
  ...NOBODY,
  email: '',
  sessionId: '',
  membership: null,
  note: { comment: `Switch-off link: ${name}`, bypassReason: 'Switch-off links pass freezes and approvals.' },
  provenance: { performed_by: { kind: 'link', id }, on_behalf_of: null, via: 'link', run: null },
});

/** Takes calls of links: switches off in the same way as every other change, and waits for the clients. */
@Injectable()
export class SwitchOffService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly waits: AppliedWaits,
    private readonly limit: CallLimit,
  ) {}

  /** @param body as it came @throws not_found, too_many_requests */
  async call(secret: string, body: string): Promise<SwitchedOff> {
    const { manager } = this.database;
    const link = isSwitchOffSecret(secret) ? await useSwitchOffLink(manager, hashSwitchOffSecret(secret)) : undefined;
    if (!link) throw noSuchLink();
    if (isResolved(body)) return resolvedAnswer();
    // Resolved alerts do not count: none of them may keep one that fires from being heard.
    await this.limit.take(link.id);
    const flagIds = await flagsOfLink(manager, link);
    let version: FlagSetVersion | undefined;
    for (let from = 0; from < flagIds.length; from += FLAGS_AT_ONCE)
      version = (await this.change(link, flagIds.slice(from, from + FLAGS_AT_ONCE))) ?? version;
    return firingAnswer(link, flagIds.length, await this.clients(link, version));
  }

  /** @returns the position after the change; undefined when nothing was changed */
  private async change(link: SwitchOffLinkRow, flagIds: readonly string[]): Promise<FlagSetVersion | undefined> {
    const { messages } = await this.unitOfWork.lockAndRun(
      actorOf(link),
      (manager) => lockFlagsAndValues(manager, flagIds, link.environment_id),
      async (change, locked) => {
        const own = await lockSwitchOffLink(change.manager, link.id, flagIds);
        if (!own) throw noSuchLink();
        const plans = await lockPlans(change.manager, [...own], link.environment_id);
        if (link.tag !== null) change.beginGroup();
        for (const one of locked)
          if (own.has(one.flag.id))
            await makeSafe(
              change,
              link,
              one,
              plans.filter(({ row }) => row.flag_id === one.flag.id),
            );
      },
    );
    return changedIn(messages)[0];
  }

  private async clients(link: SwitchOffLinkRow, changed: FlagSetVersion | undefined): Promise<AppliedView> {
    const { environment_id: environmentId } = link;
    const version = changed ?? { environmentId, ...(await readPosition(this.database.manager, environmentId)) };
    workDone();
    const left = ANSWER_WITHIN_MILLISECONDS - MARGIN_MILLISECONDS - (currentRequestWaits() ?? 0);
    return this.waits.wait(version, Math.max(1, Math.floor(left)));
  }
}

/** Pauses the plans of a locked flag, and makes its value safe. */
async function makeSafe(
  change: Change,
  link: SwitchOffLinkRow,
  locked: LockedFlagAndValue,
  plans: readonly PlanOfFlag[],
): Promise<void> {
  const about = { link_id: link.id, link: link.name };
  const beforePlan = link.effect === 'before_plan' ? await servedBeforePlans(change.manager, plans) : undefined;
  const { flag, value } = locked;
  const next = decideSafeValue({ isArchived: flag.archived_at !== null, effect: link.effect, value, beforePlan });
  if (next) changeValue(change, actionFor(partsThatDiffer(value, next)), { ...locked, next }, about);
  for (const { row, now } of plans) {
    if (row.status !== 'scheduled') continue;
    const reason = { reason: 'link', detail: `The switch-off link ${link.name} paused it.` } as const;
    change.send(writeSchedule(change, row, pauseSchedule(change, { flag, value, row, now }, reason, about)));
  }
}
