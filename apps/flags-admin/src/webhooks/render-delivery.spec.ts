import { byAccount } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import { type DeliveryContent, renderDelivery } from './render-delivery.js';

const toggle: DeliveryContent = {
  event_id: '0199c2f4-5d10-7c3a-9a41-6f2b8c0d1e2f',
  type: 'flag_toggle',
  occurred_at: new Date('2026-03-01T09:30:00.125Z'),
  payload: {
    project_id: 'p',
    flag_id: 'f',
    flag_key: 'new-checkout',
    environment_id: 'e',
    environment_name: 'Production',
    user_id: 'u',
    user_name: 'Ada',
    old_values: { is_enabled: false },
    new_values: { is_enabled: true },
    request_id: 'r',
    ...byAccount('u', 'page'),
    position: { epoch: '3f9a1c07b2d4', revision: 42 },
  },
};

describe('the body of a delivery', () => {
  it('follows Standard Webhooks with the type, the time and the subject', () => {
    expect(JSON.parse(renderDelivery('standard', toggle))).toEqual({
      type: 'flag_toggle',
      timestamp: '2026-03-01T09:30:00.125Z',
      data: {
        id: '0199c2f4-5d10-7c3a-9a41-6f2b8c0d1e2f',
        project_id: 'p',
        flag: { id: 'f', key: 'new-checkout' },
        environment: { id: 'e', name: 'Production' },
        user: { id: 'u', name: 'Ada' },
        old_values: { is_enabled: false },
        new_values: { is_enabled: true },
        position: { epoch: '3f9a1c07b2d4', revision: 42 },
        group_id: null,
        request_id: 'r',
        performed_by: { kind: 'account', id: 'u' },
        on_behalf_of: null,
        via: 'page',
        run: null,
      },
    });
  });

  it('marks values that were left out', () => {
    const { old_values: _old, new_values: _new, ...payload } = toggle.payload;
    const body = JSON.parse(renderDelivery('standard', { ...toggle, payload: { ...payload, values_omitted: true } }));
    expect(body.data).toMatchObject({ old_values: null, new_values: null, values_omitted: true });
  });

  it('has the same bytes each time', () => {
    expect(renderDelivery('standard', toggle)).toBe(renderDelivery('standard', structuredClone(toggle)));
  });

  it('is a line of text for Slack', () => {
    expect(JSON.parse(renderDelivery('slack', toggle))).toEqual({
      text: 'Ada: flag toggle on · new-checkout · Production',
      blocks: [
        {
          type: 'section',
          text: { type: 'plain_text', text: 'Ada: flag toggle on · new-checkout · Production', emoji: false },
        },
      ],
    });
  });

  it('says to Slack why a schedule was paused', () => {
    const payload = { ...toggle.payload, new_values: { reason: 'value_changed' } };
    const { text } = JSON.parse(renderDelivery('slack', { ...toggle, type: 'schedule_pause', payload }));
    expect(text).toBe('Ada: schedule pause (value changed) · new-checkout · Production');
  });

  it('prevents names from mentioning a channel or hiding a link in Slack', () => {
    const payload = { ...toggle.payload, user_name: '<!channel> & <https://evil.example|Ada>' };
    const { text } = JSON.parse(renderDelivery('slack', { ...toggle, payload }));
    expect(text).toMatch(/^&lt;!channel&gt; &amp; &lt;https:\/\/evil\.example\|Ada&gt;: flag toggle on/);
    expect(text).not.toMatch(/[<>]/);
  });

  it('keeps the order of a line in which a name is written from right to left', () => {
    const payload = { ...toggle.payload, user_name: 'עדה' };
    const { text } = JSON.parse(renderDelivery('slack', { ...toggle, payload }));
    expect(text).toBe('\u2068עדה\u2069: flag toggle on · new-checkout · Production');
  });

  it('keeps a name that was stored with line breaks in one line', () => {
    const payload = { ...toggle.payload, user_name: 'Ada: flag toggle off\nEve' };
    const { text, blocks } = JSON.parse(renderDelivery('slack', { ...toggle, payload }));
    expect([text, blocks[0].text.text]).toEqual(
      Array(2).fill(expect.stringMatching(/^Ada: flag toggle offU\+000AEve: /)),
    );
    expect(text).not.toContain('\n');
  });
});
