import type { NoticeView } from '@burgee/contracts/http';
import { describe, expect, it } from '@jest/globals';
import { texts as schedules } from '../schedules/texts.js';
import { describeNotice } from './describe-notice.js';

const about = {
  schedule_id: 's',
  change_request_id: 'r',
  flag_key: 'checkout',
  environment_name: 'Production',
};
const notice = (kind: string, more: Partial<NoticeView> = {}) =>
  describeNotice({
    kind: kind as NoticeView['kind'],
    about,
    actor_id: 'ada',
    actor_name: 'Ada',
    project_id: 'p',
    project_name: 'Shop',
    ...more,
  });

describe('a notice in words', () => {
  it.each([
    ['request_waits', 'Ada requests approval of a change of checkout in Production', { page: 'requests', hash: 'r' }],
    ['plan_waits', 'Ada requests approval of a plan for checkout in Production', { page: 'requests', hash: 'r' }],
    ['plan_approved', 'Ada approved your plan for checkout in Production', { page: 'schedules', hash: 's' }],
    ['plan_rejected', 'Ada rejected your plan for checkout in Production', { page: 'schedules', hash: 's' }],
    ['plan_paused', 'The plan for checkout in Production is paused', { page: 'schedules', hash: 's' }],
    ['plan_cancelled', 'Ada canceled your plan for checkout in Production', { page: 'schedules', hash: 's' }],
    ['plan_taken_over', 'Ada took over your plan for checkout in Production', { page: 'schedules', hash: 's' }],
  ])('of the kind %s says who did what, and leads to its place', (kind, title, place) => {
    expect(notice(kind)).toMatchObject({ title, place });
  });

  it.each(['approved', 'rejected', 'applied'] as const)('of a request that was %s says who did it', (decision) => {
    const said = notice('request_decided', { about: { ...about, decision } });
    expect(said).toMatchObject({
      title: `Ada ${decision} your request for a change of checkout in Production`,
      text: expect.any(String),
      place: { page: 'decided', hash: 'r' },
    });
  });

  it('of a decision of a later release names the request', () => {
    const later = { ...about, decision: 'deferred' as 'approved' };
    expect(notice('request_decided', { about: later }).title).toBe(
      'Ada decided your request for a change of checkout in Production',
    );
  });

  it('of an administrator who became owner leads to the people', () => {
    expect(notice('project_owned', { about: {} })).toEqual({
      title: 'Ada made themselves an owner of Shop',
      text: 'Administrators of the installation may do that. You can remove them.',
      place: { page: 'people', hash: '' },
    });
  });

  it('of a request that changes many flags counts them', () => {
    const many = { change_request_id: 'r', flags: 3, environment_name: 'Production' };
    expect(notice('request_waits', { about: many }).title).toBe(
      'Ada requests approval of a change of 3 flags in Production',
    );
  });

  it('of a stale flag says why and leads to it', () => {
    const about = { flag_id: 'f', flag_key: 'checkout', flag_name: 'Checkout', reason: 'on' };
    expect(notice('flag_stale', { about, actor_id: null, actor_name: null })).toEqual({
      title: 'Your flag checkout is stale',
      text: 'Everyone gets it, in every environment. Remove it from the code, then archive it.',
      place: { page: 'flag', hash: '', flagId: 'f' },
    });
  });

  it('of a token that ends leads to the list that has it', () => {
    const about = { token_id: 't', token_name: 'deploy-bot', ends_at: '2027-03-01T12:00:00.000Z' };
    const said = notice('token_ends', { about, actor_id: null, actor_name: null });
    expect(said).toMatchObject({
      title: 'The API token deploy-bot ends within a week',
      place: { page: 'settings', hash: 't' },
    });
    expect(said.text).toContain('2027');
    const personal = notice('token_ends', { about, project_id: null, project_name: null });
    expect(personal.place).toEqual({ page: 'account', hash: 't' });
  });

  it('of a pause says why, and what to do', () => {
    const paused = (reason: string, detail: string | null = null, actor_id: string | null = null) =>
      notice('plan_paused', { about: { ...about, reason, detail }, actor_id }).text;
    expect(paused('late')).toBe(schedules.pausedBecause.late);
    expect(paused('member', null, 'ada')).toBe('Ada paused it. No step runs until an editor resumes it.');
    expect(paused('refused', 'The flag set is too large. See `FLAG_SET_BYTES_AT_MOST`.')).toBe(
      'The next step was refused. The flag set is too large.',
    );
    expect(paused('a later reason')).toBeUndefined();
  });

  it('of a deleted account, and of a kind of a later release, is still readable', () => {
    expect(notice('plan_approved', { actor_name: null }).title).toBe(
      'Someone approved your plan for checkout in Production',
    );
    expect(notice('of_later', { about: {} })).toEqual({ title: 'News of Shop', text: undefined, place: undefined });
    expect(notice('toString', { about: {} }).title).toBe('News of Shop');
  });
});
