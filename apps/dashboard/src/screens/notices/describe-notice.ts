import type { NoticeView, PauseReason } from '@burgee/contracts/http';
import { whyRefused } from '../schedules/rules-for-steps.js';
import { texts as schedules } from '../schedules/texts.js';
import { texts } from './texts.js';

interface DescribedNotice {
  title: string;
  /** What it means for the reader, and what to do. */
  text: string | undefined;
  /** The page that shows what it is about, and its place there. */
  place: { page: keyof typeof texts.go; hash: string } | undefined;
}

type Described = Pick<NoticeView, 'kind' | 'about' | 'actor_id' | 'actor_name' | 'project_name'>;

/** Services of a later release may have kinds that this page does not know. */
const isKnown = (kind: string): kind is NoticeView['kind'] => Object.hasOwn(texts.titles, kind);

function whyPaused({ about, actor_id }: Described, who: string): string | undefined {
  const { reason, detail } = about;
  if (reason === 'member' && actor_id !== null) return texts.pausedBy(who);
  const said = (schedules.pausedBecause as Partial<Record<string, string>>)[reason ?? ''];
  return reason === ('refused' satisfies PauseReason) ? `${said} ${whyRefused(detail ?? '', undefined)}` : said;
}

/** A notice in words, and where it leads. */
export function describeNotice(notice: Described): DescribedNotice {
  const { kind, about, project_name } = notice;
  const { flag_key: flag, environment_name: environment, schedule_id, change_request_id } = about;
  const where = flag && environment ? texts.where(flag, environment) : (flag ?? about.token_name ?? project_name ?? '');
  if (!isKnown(kind)) return { title: texts.other(where), text: undefined, place: undefined };
  const who = notice.actor_name ?? texts.somebody;
  const requested = kind === 'plan_waits' && change_request_id ? change_request_id : undefined;
  const ofSchedule = schedule_id === undefined ? undefined : { page: 'schedules' as const, hash: schedule_id };
  const people = kind === 'project_owned' ? { page: 'people' as const, hash: '' } : undefined;
  return {
    title: texts.titles[kind](who, where),
    text: kind === 'plan_paused' ? whyPaused(notice, who) : texts.details[kind],
    place: requested === undefined ? (people ?? ofSchedule) : { page: 'requests', hash: requested },
  };
}
