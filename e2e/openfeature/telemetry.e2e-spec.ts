import { aFlag, aProject, sharedCluster } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SpanHook } from '@openfeature/open-telemetry-hooks';
import { trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { serverSdk, webSdk } from './open-feature-sdks.js';

const spans = new InMemorySpanExporter();
const tracing = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });

beforeAll(() => {
  trace.setGlobalTracerProvider(tracing);
});
afterAll(async () => {
  trace.disable();
  await tracing.shutdown();
});

describe.each([
  ['@burgee/openfeature-server', serverSdk],
  ['@burgee/openfeature-web', webSdk],
])("%s under OpenTelemetry's hooks", (_name, makeSdk) => {
  it('report decisions by the conventions of OpenTelemetry, with the version of the flags', async () => {
    const { url } = sharedCluster();
    const project = await aProject(url);
    const flag = await aFlag(project);
    const path = `/api/flags/${flag.id}/environments/${project.development.id}`;
    const { headers } = await project.owner.client.patch(path, { is_enabled: true, rollout_percentage: 100 });
    const sdk = makeSdk();
    await sdk.open({ baseUrl: url, sdkKey: project.development.sdk_key, logger: { warn: () => undefined } });
    spans.reset();
    const hooks = [new SpanHook()];
    await sdk.evaluate('Boolean', flag.key, false, { targetingKey: 'user-1' }, hooks);
    await sdk.evaluate('Boolean', 'no-such-flag', false, { targetingKey: 'user-1' }, hooks);
    const provider = sdk.provider().metadata.name;
    await sdk.close();
    const version = headers['burgee-position'];
    const asked = { 'feature_flag.provider.name': provider, 'feature_flag.context.id': 'user-1' };
    expect(spans.getFinishedSpans().map(({ name, attributes }) => [name, attributes])).toEqual([
      [
        'feature_flag.evaluation',
        {
          ...asked,
          'feature_flag.key': flag.key,
          'feature_flag.result.value': true,
          'feature_flag.result.variant': 'on',
          'feature_flag.result.reason': 'static',
          'feature_flag.version': version,
        },
      ],
      [
        'feature_flag.evaluation',
        {
          ...asked,
          'feature_flag.key': 'no-such-flag',
          'feature_flag.result.value': false,
          'feature_flag.result.reason': 'error',
          'feature_flag.version': version,
          'error.type': 'flag_not_found',
          'error.message': expect.any(String),
        },
      ],
    ]);
  });
});
