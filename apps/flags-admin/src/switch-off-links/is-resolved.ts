import { jsonShape } from '@burgee/service-kit/plain';

/** Far more than an alert has. A body with more is of no known form. */
const VALUES_AT_MOST = 20_000;

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

const says = (value: unknown, pattern: RegExp): boolean => typeof value === 'string' && pattern.test(value);

/** PagerDuty's events of an incident that has begun, or begins again. Its other events are about its handling. */
const BEGINS = new Set(['incident.triggered', 'incident.reopened']);

function isOverAtPagerDuty({ event }: Fields): boolean {
  const { event_type: type } = fieldsOf(event);
  return says(type, /^(incident|service|pagey)\./) && !BEGINS.has(type as string);
}

/** By $ALERT_TRANSITION or $ALERT_TYPE of a payload of one's own, else by the state in front of the title. */
function isOverAtDatadog({ alert_transition: transition, alert_type: type, event_type, title }: Fields): boolean {
  if (typeof transition === 'string') return says(transition, /recovered$/i);
  if (typeof type === 'string') return says(type, /^success$/i);
  return typeof event_type === 'string' && says(title, /^(\[P\d\]\s*)?\[(re-?)?recovered\b[^\]]*\]/i);
}

/** A group of alerts of Alertmanager or Grafana: one that fires counts, whatever the group says. */
function isOverInGroup({ status, state, alerts }: Fields): boolean {
  const fires = Array.isArray(alerts) && alerts.some((alert) => says(fieldsOf(alert).status, /^firing$/i));
  if (fires) return false;
  return typeof status === 'string' ? says(status, /^resolved$/i) : says(state, /^ok$/i);
}

function parse(text: string): unknown {
  if (jsonShape(text, VALUES_AT_MOST)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether a body says that the alert is over, so that nothing is to be done. Alertmanager, Grafana, Datadog and
 * PagerDuty send it as it is; an empty one, and one of any other form, says that it is not.
 */
export function isResolved(text: string): boolean {
  const body = fieldsOf(parse(text));
  return isOverAtPagerDuty(body) || isOverAtDatadog(body) || isOverInGroup(body);
}
