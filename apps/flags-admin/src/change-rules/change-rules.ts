/** What an environment asks of changes, as its row says. */
export interface ChangeRules {
  id: string;
  name: string;
  /** Until when nothing changes, ISO 8601; null while it is not frozen. */
  frozen_until: string | null;
  freeze_reason: string | null;
  comment_required: boolean;
  /** How many others approve a change. */
  approvals: number;
}

/** Whether a freeze is on, by the clock of the database, which is the same for every replica. */
const IS_FROZEN = 'e.frozen_until > clock_timestamp()';
const AS_ISO = `to_char(e.frozen_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The rules of an environment `e`, as columns of a statement. A freeze that is over is none. */
export const RULE_COLUMNS = (): string =>
  `case when ${IS_FROZEN} then ${AS_ISO} end as frozen_until, case when ${IS_FROZEN} then e.freeze_reason end as freeze_reason,
   e.comment_required, e.approvals`;

/** The same as one JSON value: null for an environment that asks nothing, so that it costs others nothing. */
export const RULES_AS_JSON = (): string =>
  `case when ${IS_FROZEN} or e.comment_required or e.approvals > 0 then json_build_object(
     'id', e.id, 'name', e.name, 'approvals', e.approvals,
     'frozen_until', case when ${IS_FROZEN} then ${AS_ISO} end, 'freeze_reason', e.freeze_reason,
     'comment_required', e.comment_required) end`;
