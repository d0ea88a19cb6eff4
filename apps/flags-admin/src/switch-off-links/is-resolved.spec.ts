import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isResolved } from './is-resolved.js';

const ALERT = { labels: { alertname: 'CheckoutErrors' }, annotations: {}, startsAt: '2026-03-01T09:30:00Z' };
const alertmanager = (status: string, ...alerts: string[]) => ({
  version: '4',
  groupKey: '{}:{alertname="CheckoutErrors"}',
  status,
  receiver: 'burgee',
  alerts: alerts.map((one) => ({ ...ALERT, status: one })),
});
const grafana = (status: string, state: string) => ({
  ...alertmanager(status, status),
  orgId: 1,
  title: `[${status.toUpperCase()}:1] CheckoutErrors`,
  state,
  message: '',
});
const datadog = (title: string) => ({
  body: '%%% @webhook-burgee %%%',
  last_updated: '1772357400000',
  event_type: 'query_alert_monitor',
  title,
  date: '1772357400000',
  org: { id: '1', name: 'shop' },
  id: '2',
});
const pagerDuty = (event_type: string) => ({
  event: { id: '01', event_type, resource_type: 'incident', occurred_at: '2026-03-01T09:30:00Z', data: { id: 'P1' } },
});

describe('the body of a call', () => {
  it.each<[string, unknown, boolean]>([
    ['Alertmanager: firing', alertmanager('firing', 'firing', 'resolved'), false],
    ['Alertmanager: resolved', alertmanager('resolved', 'resolved', 'resolved'), true],
    ['Alertmanager: a resolved group with an alert that fires', alertmanager('resolved', 'resolved', 'firing'), false],
    ['Grafana: alerting', grafana('firing', 'alerting'), false],
    ['Grafana: resolved', grafana('resolved', 'ok'), true],
    ['Grafana before 9: alerting', { state: 'alerting', ruleName: 'errors' }, false],
    ['Grafana before 9: no data', { state: 'no_data', ruleName: 'errors' }, false],
    ['Grafana before 9: ok', { state: 'ok', ruleName: 'errors' }, true],
    ['Datadog: triggered', datadog('[Triggered] Checkout errors'), false],
    ['Datadog: triggered again, with a priority', datadog('[P1] [Re-Triggered on {host:a}] Checkout errors'), false],
    ['Datadog: triggered, with a misleading name', datadog('[Triggered] [Recovered] orders'), false],
    ['Datadog: recovered', datadog('[Recovered] Checkout errors'), true],
    ['Datadog: recovered, with a priority', datadog('[P2] [Recovered on {host:a}] Checkout errors'), true],
    ['Datadog: transition Triggered', { alert_transition: 'Triggered' }, false],
    ['Datadog: transition Warn', { alert_transition: 'Warn' }, false],
    ['Datadog: transition Recovered', { alert_transition: 'Recovered' }, true],
    ['Datadog: type error', { alert_type: 'error' }, false],
    ['Datadog: type success', { alert_type: 'success' }, true],
    ['PagerDuty: triggered', pagerDuty('incident.triggered'), false],
    ['PagerDuty: reopened', pagerDuty('incident.reopened'), false],
    ['PagerDuty: resolved', pagerDuty('incident.resolved'), true],
    ['PagerDuty: acknowledged by a person', pagerDuty('incident.acknowledged'), true],
    ['PagerDuty: the ping of a new subscription', pagerDuty('pagey.ping'), true],
    ['another form', { hello: 'world' }, false],
    ['another form with a status', { status: 'success' }, false],
    ['a list', [{ status: 'resolved' }], false],
    ['a text', 'resolved', false],
  ])('%s', (_what, body, over) => expect(isResolved(JSON.stringify(body))).toBe(over));

  it.each(['', ' ', '{', 'status=resolved', 'null', '['.repeat(100_000), `[${'0,'.repeat(60_000)}0]`])(
    'of no known form means that an alert fires (%#)',
    (body) => expect(isResolved(body)).toBe(false),
  );

  it('is read without an error, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (body) => typeof isResolved(body) === 'boolean'),
      { numRuns: 10_000 },
    );
  });
});
