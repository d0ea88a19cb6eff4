import { describe, expect, it } from '@jest/globals';
import { type RenderedContent, renderMail } from './render-mail.js';

const publicUrl = 'https://flags.example.com';
const link = `${publicUrl}/link/verify#bge_lnk_x`;
const notice = {
  kind: 'request_waits' as const,
  about: { flag_key: 'checkout', environment_name: 'Production\n', change_request_id: 'r1' },
  project_id: 'p1',
  project_name: 'Web shop',
  by: 'Grace',
};
const ALL: RenderedContent[] = [
  { kind: 'verify', facts: {} },
  { kind: 'reset', facts: {} },
  { kind: 'new_device', facts: { address: '192.0.2.1', user_agent: 'curl/8' } },
  { kind: 'security', facts: { change: 'administrator_grant', by: 'Grace' } },
  { kind: 'security', facts: { change: 'take_over', by: null } },
  { kind: 'token_ends', facts: { name: 'deploy-bot', ends_at: '2026-12-07T14:05:06.789+00:00', is_own: false } },
  { kind: 'invitation', facts: { invitation: 'f00', project: 'Checkout', role: 'editor', by: 'Grace' } },
  { kind: 'notices', facts: { notices: [notice, { ...notice, by: null }] } },
  { kind: 'test', facts: {} },
];

describe('a mail', () => {
  it.each(ALL)('of kind $kind says the same in text and HTML, and names the installation', (mail) => {
    const { subject, text, html } = renderMail(mail, { publicUrl });
    expect(subject).toMatch(/^Burgee: /);
    const visible = html.slice(html.indexOf('<body')).replaceAll(/<[^>]*>/g, '');
    expect(visible.split(/\s+/).filter(Boolean)).toEqual(text.split(/\s+/).filter(Boolean));
    expect(text).toContain(publicUrl);
  });

  it('has its link in text and HTML, only where its kind has one', () => {
    const links = ALL.map((mail) => [mail.kind, renderMail(mail, { link, publicUrl }).text.includes(link)]);
    expect(Object.fromEntries(links)).toEqual({
      verify: true,
      reset: true,
      new_device: false,
      security: false,
      token_ends: false,
      invitation: true,
      notices: true,
      test: false,
    });
    expect(renderMail(ALL[0]!, { link, publicUrl }).html).toContain(`href="${link}"`);
  });

  it('says in UTC when a token ends, and never the hash of an invitation', () => {
    const texts = ALL.map((mail) => renderMail(mail, { link, publicUrl }).text).join();
    expect(texts).toContain('The service token deploy-bot ends on 2026-12-07 14:05 UTC.');
    expect(texts).not.toContain('f00');
  });

  it('of one notice has its place in the subject, on one line', () => {
    const { subject } = renderMail({ kind: 'notices', facts: { notices: [notice] } }, { link, publicUrl });
    expect(subject).toBe('Burgee: approval requested: checkout in Production ');
  });

  it('follows the color scheme of the reader and sets no colors', () => {
    for (const mail of ALL) {
      const { html } = renderMail(mail, { link, publicUrl });
      expect(html).toContain('<meta name="color-scheme" content="light dark">');
      expect(html).not.toMatch(/[^-]color:|background/);
    }
  });

  it('escapes what people and clients call themselves, and keeps it on one line', () => {
    const by = '<img src=x onerror=alert(1)>\r\nBcc: eve@example.com';
    const { text, html } = renderMail({ kind: 'security', facts: { change: 'sessions_end', by } }, { publicUrl });
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; Bcc: eve@example.com');
    expect(html).not.toContain('<img');
    expect(text).not.toContain('\nBcc');
  });
});
