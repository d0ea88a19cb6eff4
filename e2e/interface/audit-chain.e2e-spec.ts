import { aFlag, aProject, eventually, type Project, queryDatabase, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';

const { url } = sharedCluster();

/** A project, a flag in it, and the entries of both. */
async function aRecordedProject(): Promise<Project> {
  const project = await aProject(url);
  await aFlag(project);
  await eventually(async () => {
    const { body } = await project.owner.client.get(`/api/projects/${project.id}/audit`);
    expect(body).toHaveLength(4);
  });
  return project;
}

const verify = ({ id, owner }: Project, query = '') => owner.client.get(`/api/projects/${id}/audit/verify${query}`);

describe('the chain of audit entries', () => {
  it('S43 is verified by the service, which names what the owner of the database has done to it', async () => {
    const project = await aRecordedProject();
    const { status, body } = await verify(project);
    expect(status).toBe(200);
    // A checkpoint may have been signed just now.
    expect(body).toMatchObject({
      verified: true,
      entries: 4,
      up_to: { seq: 4, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      dropped: 0,
      lost: [],
      fault: null,
    });
    await queryDatabase(`
      begin;
      set local session_replication_role = replica;
      update audit.entries set content = replace(content, 'flag_create', 'flag_delete') where chain_id = '${project.id}';
      commit`);
    expect((await verify(project)).body).toMatchObject({
      verified: false,
      entries: 3,
      up_to: { seq: 3 },
      fault: { kind: 'entry_changed', seq: 4, to_seq: 4, detail: 'Entry 4 was changed after it was recorded.' },
    });
  });

  it('is exported as a file of either kind, whole or by filters', async () => {
    const { id, owner } = await aRecordedProject();
    const exported = (query: string) => owner.client.get(`/api/projects/${id}/audit/export${query}`);
    const { status, headers, text } = await exported('');
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/x-ndjson',
      'attachment',
    ]);
    const lines = text.trimEnd().split('\n');
    const types = lines.map((line) => JSON.parse(line).type).filter((type) => type !== 'checkpoint');
    // The last entry is that of the export itself.
    expect(types).toEqual(['chain', 'entry', 'entry', 'entry', 'entry', 'entry', 'end']);
    expect(text).toContain('"action":"history_export"');
    const csv = await exported('?format=csv&action=flag_create');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.text.trimEnd().split('\r\n')).toEqual([expect.stringContaining('seq,'), expect.stringMatching(/^"4",/)]);
    expectProblem(await exported('?format=xml'), 400);
    expect(await owner.client.call('HEAD', `/api/projects/${id}/audit/export`)).toMatchObject({
      status: 200,
      text: '',
    });
  });

  it('is verified from no cursor of others', async () => {
    expectProblem(await verify(await aProject(url), '?cursor=nonsense'), 400);
  });
});
