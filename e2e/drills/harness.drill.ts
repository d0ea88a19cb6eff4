import { aFlag, aProject, type DrillHouse, eventually, type Project, startDrillHouse } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

let house: DrillHouse;
let project: Project;

beforeAll(async () => {
  house = await startDrillHouse({ sdkGateways: 2, flagsAdmins: 2 });
  project = await aProject(house.url);
}, 60_000);

afterAll(() => house?.stop());

const freshness = async (replica: number) => {
  const answer = await house.gateways[replica]!.get('/api/v1/flags', { 'x-sdk-key': project.development.sdk_key });
  return answer.status === 200 ? (answer.headers['burgee-freshness'] ?? 'fresh') : String(answer.status);
};

describe('the harness of the fault drills', () => {
  it('gives each replica a link of its own to each engine', async () => {
    expect([await freshness(0), await freshness(1)]).toEqual(['fresh', 'fresh']);
    house.link('sdk-gateway-1', 'postgres').blackhole();
    expect(await freshness(0)).toMatch(/^stale/);
    expect(await freshness(1)).toBe('fresh');
    await house.link('sdk-gateway-1', 'postgres').pass();
    await eventually(async () => expect(await freshness(0)).toBe('fresh'));
  });

  it('pauses an engine with all its children, and lets it go on', async () => {
    house.postgres.pause();
    expect(house.postgres.paused).toBe(true);
    expect(await freshness(1)).toMatch(/^stale/);
    house.postgres.resume();
    await eventually(async () => expect(await freshness(1)).toBe('fresh'));
  });

  it('puts back older data of Postgres', async () => {
    await house.postgres.stop();
    const restore = await house.postgres.saveData();
    await house.postgres.start();
    const flag = await eventually(() => aFlag(project));
    await house.postgres.stop();
    await restore();
    await house.postgres.start();
    await eventually(async () =>
      expect((await project.owner.visitor.get(`/api/projects/${project.id}/flags`)).text).not.toContain(flag.key),
    );
  });

  it('kills a replica at a failpoint, which the other one survives', async () => {
    const [first, second] = [house.services['flags-admin-1']!, house.services['flags-admin-2']!];
    await first.stop();
    await first.start({ BURGEE_FAILPOINT: 'kill:before-commit' });
    const request = { key: 'never-committed' };
    const answer = await project.owner.visitor.post(`/api/projects/${project.id}/flags`, request);
    expect(answer.status).toBe(503);
    await eventually(() => expect(first.running).toBe(false));
    const owner = project.owner.visitor.at(second.url);
    expect((await owner.get(`/api/projects/${project.id}/flags`)).text).not.toContain(request.key);
    expect((await owner.post(`/api/projects/${project.id}/flags`, request)).status).toBe(201);
    await first.start();
  });

  it('refuses to start a replica with a failpoint outside of drills', async () => {
    await house.services.audit!.stop();
    const settings = { BURGEE_FAILPOINT: 'kill:after-insert', NODE_ENV: 'production' };
    await expect(house.services.audit!.start(settings)).rejects.toThrow('NODE_ENV=test');
    await house.services.audit!.start();
  });
});
