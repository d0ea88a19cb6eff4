import type { NoticeView, PauseReason } from '@burgee/contracts/http';
import { dayAndTime } from '../../feedback/time/time.js';
import { whyRefused } from '../schedules/rules-for-steps.js';
import { texts as schedules } from '../schedules/texts.js';
import { texts } from './texts.js';

interface DescribedNotice {
  title: string;
  /** What it means for the reader, and what to do. */
  text: string | undefined;
  /** The page that shows what it is about, and its place there. */
  place: { page: keyof typeof texts.go; hash: string; flagId?: string } | undefined;
}

type Described = Pick<NoticeView, 'kind' | 'about' | 'actor_id' | 'actor_name' | 'project_id' | 'project_name'>;

/** Services of a later release may have kinds that this page does not know. */
const isKnown = (kind: string): kind is NoticeView['kind'] => Object.hasOwn(texts.titles, kind);

/** A later release may have other words. */
const pick = <T>(texts: Readonly<Record<string, T>>, word = ''): T | undefined =>
  Object.hasOwn(texts, word) ? texts[word] : undefined;

function whyPaused({ about, actor_id }: Described, who: string): string | undefined {
  const { reason, detail } = about;
  if (reason === 'member' && actor_id !== null) return texts.pausedBy(who);
  const said = pick(schedules.pausedBecause, reason);
  return reason === ('refused' satisfies PauseReason) ? `${said} ${whyRefused(detail ?? '', undefined)}` : said;
}

function textOf(notice: Described): string | undefined {
  const { kind, about } = notice;
  if (kind === 'plan_paused') return whyPaused(notice, notice.actor_name ?? texts.somebody);
  if (kind === 'flag_stale') return pick(texts.stale, about.reason);
  if (kind === 'request_decided') return pick(texts.decidedHint, about.decision);
  if (kind === 'token_ends' && about.ends_at !== undefined) return texts.tokenEnds(dayAndTime(about.ends_at));
  return pick(texts.details, kind);
}

/** Where the reader can see what the notice is about, and do something. */
function placeOf({ kind, about, project_id }: Described): DescribedNotice['place'] {
  const { schedule_id, change_request_id, token_id, flag_id } = about;
  if ((kind === 'plan_waits' || kind === 'request_waits') && change_request_id)
    return { page: 'requests', hash: change_request_id };
  if (kind === 'request_decided' && change_request_id) return { page: 'decided', hash: change_request_id };
  if (kind === 'flag_stale' && flag_id !== undefined) return { page: 'flag', hash: '', flagId: flag_id };
  if (kind === 'project_owned') return { page: 'people', hash: '' };
  if (token_id !== undefined) return { page: project_id === null ? 'account' : 'settings', hash: token_id };
  return schedule_id === undefined ? undefined : { page: 'schedules', hash: schedule_id };
}

/** A notice in words, and where it leads. */
export function describeNotice(notice: Described): DescribedNotice {
  const { kind, about, project_name } = notice;
  const { flags = 1, environment_name: environment } = about;
  const flag = flags > 1 ? texts.flags(flags) : about.flag_key;
  const where = flag && environment ? texts.where(flag, environment) : (flag ?? about.token_name ?? project_name ?? '');
  if (!isKnown(kind)) return { title: texts.other(where), text: undefined, place: undefined };
  return {
    title: (pick(texts.decided, about.decision) ?? texts.titles[kind])(notice.actor_name ?? texts.somebody, where),
    text: textOf(notice),
    place: placeOf(notice),
  };
}
