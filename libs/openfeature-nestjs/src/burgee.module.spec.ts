import { createTestClient, type OverriddenClient } from '@burgee/sdk/testing';
import { createClient, type Flag } from '@burgee/sdk';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  Controller,
  type ExecutionContext,
  ForbiddenException,
  Get,
  Injectable,
  Module,
  UseInterceptors,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  type Client,
  type EvaluationDetails,
  type FlagValue,
  type JsonValue,
  OpenFeature,
} from '@openfeature/server-sdk';
import { firstValueFrom, type Observable } from 'rxjs';
import {
  BooleanFeatureFlag,
  BurgeeModule,
  EvaluationContextInterceptor,
  NumberFeatureFlag,
  ObjectFeatureFlag,
  OpenFeatureClient,
  RequireFlagsEnabled,
  StringFeatureFlag,
} from './index.js';

type Answer<T extends FlagValue> = Observable<EvaluationDetails<T>>;

/** Reads the visitor of a request from a header. */
function visitorOf(request: ExecutionContext) {
  const { headers } = request.switchToHttp().getRequest<{ headers: Record<string, string> }>();
  return headers['x-user'] === undefined ? undefined : { targetingKey: headers['x-user'] };
}

@Injectable()
class Shop {
  constructor(@OpenFeatureClient() private readonly flags: Client) {}

  async checkout(): Promise<string> {
    // Asynchronous work during the request keeps the context.
    await new Promise((resolve) => setImmediate(resolve));
    const { value, reason } = await this.flags.getBooleanDetails('new-checkout', false);
    return `${value} ${reason}`;
  }
}

@Controller()
class Pages {
  constructor(private readonly shop: Shop) {}

  @Get('checkout')
  checkout() {
    return this.shop.checkout();
  }

  @Get('all')
  async all(
    @BooleanFeatureFlag({ flagKey: 'new-checkout', defaultValue: false }) isNew: Answer<boolean>,
    @StringFeatureFlag({ flagKey: 'theme', defaultValue: 'light' }) theme: Answer<string>,
    @NumberFeatureFlag({ flagKey: 'size', defaultValue: 1 }) size: Answer<number>,
    @ObjectFeatureFlag({ flagKey: 'limits', defaultValue: {} }) limits: Answer<JsonValue>,
  ) {
    const all = await Promise.all([isNew, theme, size, limits].map((one) => firstValueFrom(one as Answer<JsonValue>)));
    return all.map(({ value }) => value);
  }

  @Get('beta')
  @RequireFlagsEnabled({ flags: [{ flagKey: 'new-checkout' }, { flagKey: 'unknown', defaultValue: true }] })
  beta() {
    return 'beta';
  }

  @Get('staff')
  @RequireFlagsEnabled({
    flags: [{ flagKey: 'new-checkout' }],
    exception: new ForbiddenException('Staff alone.'),
    contextFactory: () => ({ targetingKey: 'kim' }),
  })
  staff() {
    return 'staff';
  }

  @Get('own')
  @UseInterceptors(new EvaluationContextInterceptor(() => ({ targetingKey: 'kim' })))
  own() {
    return this.shop.checkout();
  }

  @Get('marked')
  @UseInterceptors(EvaluationContextInterceptor)
  marked() {
    return this.shop.checkout();
  }
}

const row = (fields: Partial<Flag>): Flag => ({
  flag_id: 'f',
  key: 'new-checkout',
  name: 'New checkout',
  type: 'boolean',
  is_enabled: true,
  rollout_percentage: 0,
  targeting_attribute: 'targetingKey',
  targeting_value: 'ada',
  targeting_return_value: 'true',
  ...fields,
});

let app: NestFastifyApplication;
const QUIET = { logger: false, abortOnError: false } as const;
const open: { close(): void }[] = [];
afterEach(async () => {
  await app?.close();
  for (const client of open.splice(0)) client.close();
  await OpenFeature.clearProviders();
});

async function start(...imports: ReturnType<typeof BurgeeModule.forRoot>[]): Promise<void> {
  @Module({ imports, controllers: [Pages], providers: [Shop] })
  class App {}
  app = await NestFactory.create<NestFastifyApplication>(App, new FastifyAdapter(), QUIET);
  await app.init();
}

async function get(path: string, user?: string): Promise<[number, string]> {
  const { statusCode, body } = await app.inject({ path, headers: user === undefined ? {} : { 'x-user': user } });
  return [statusCode, statusCode < 400 ? body : (JSON.parse(body) as { message: string }).message];
}

/** A client of rows that are on for ada only. */
function forAda() {
  const logger = { warn: () => undefined };
  const client = createClient({ sdkKey: '', baseUrl: '', offline: true, storage: false, bootstrap: [row({})], logger });
  open.push(client);
  return client;
}

describe('values', () => {
  let client: OverriddenClient;
  beforeEach(async () => {
    client = createTestClient({ 'new-checkout': true, theme: 'dark', size: 7, limits: { uploads: 3 } });
    await start(BurgeeModule.forRoot({ client }));
  });

  it('come from the injected client, and follow a change', async () => {
    expect(await get('/checkout')).toEqual([200, 'true STATIC']);
    client.override('new-checkout', false);
    expect(await get('/checkout')).toEqual([200, 'false STATIC']);
  });

  it('are injected as parameters of every type', async () => {
    expect(await get('/all')).toEqual([200, '[true,"dark",7,{"uploads":3}]']);
  });

  it('open and close a route: with 404, or with an exception of the application', async () => {
    expect(await get('/beta')).toEqual([200, 'beta']);
    client.override('new-checkout', false);
    expect(await get('/beta?x=1')).toEqual([404, 'Cannot GET /beta?x=1']);
    expect(await get('/no-such-route')).toEqual([404, 'Cannot GET /no-such-route']);
    expect(await get('/staff')).toEqual([403, 'Staff alone.']);
  });
});

describe('the context of a request', () => {
  it('applies to every evaluation during the request, and to no other request', async () => {
    await start(BurgeeModule.forRoot({ client: forAda(), contextFactory: visitorOf }));
    const users = ['ada', 'kim', undefined, 'ada'];
    expect(await Promise.all(users.map((user) => get('/checkout', user)))).toEqual([
      [200, 'true TARGETING_MATCH'],
      [200, 'false DEFAULT'],
      [200, 'false DEFAULT'],
      [200, 'true TARGETING_MATCH'],
    ]);
  });

  it('applies to routes that need a flag, unless they have their own context', async () => {
    await start(BurgeeModule.forRoot({ client: forAda(), contextFactory: visitorOf }));
    expect([await get('/beta', 'ada'), await get('/beta', 'kim'), await get('/staff', 'ada')]).toEqual([
      [200, 'beta'],
      [404, 'Cannot GET /beta'],
      [403, 'Staff alone.'],
    ]);
  });

  it('can differ for a route', async () => {
    await start(BurgeeModule.forRoot({ client: forAda(), contextFactory: visitorOf }));
    expect(await get('/own', 'ada')).toEqual([200, 'false DEFAULT']);
  });

  it('applies only to marked routes without the global interceptor', async () => {
    await start(BurgeeModule.forRoot({ client: forAda(), contextFactory: visitorOf, useGlobalInterceptor: false }));
    expect([await get('/checkout', 'ada'), await get('/marked', 'ada')]).toEqual([
      [200, 'false DEFAULT'],
      [200, 'true TARGETING_MATCH'],
    ]);
  });
});

describe('the module', () => {
  it('takes options from another provider', async () => {
    const useFactory = async (): Promise<{ client: OverriddenClient }> => ({
      client: createTestClient({ 'new-checkout': true }),
    });
    await start(BurgeeModule.forRootAsync({ useFactory, contextFactory: visitorOf }));
    expect(await get('/checkout')).toEqual([200, 'true STATIC']);
  });

  it.each([undefined, null, 'http://flags.example'])(
    'throws for a factory that returns %p, and names what to return',
    async (given) => {
      const useFactory = () => given as unknown as { client: OverriddenClient };
      await expect(start(BurgeeModule.forRootAsync({ useFactory }))).rejects.toThrow('return { baseUrl, sdkKey }');
    },
  );

  it('has one client for each domain', async () => {
    @Injectable()
    class Both {
      constructor(
        @OpenFeatureClient() readonly shop: Client,
        @OpenFeatureClient({ domain: 'stock' }) readonly stock: Client,
      ) {}
    }
    @Module({
      imports: [
        BurgeeModule.forRoot({ client: createTestClient({ theme: 'dark' }) }),
        BurgeeModule.forRoot({ domain: 'stock', client: createTestClient({ theme: 'grey' }) }),
      ],
      providers: [Both],
    })
    class App {}
    app = await NestFactory.create<NestFastifyApplication>(App, new FastifyAdapter(), { logger: false });
    const { shop, stock } = app.get(Both);
    expect([await shop.getStringValue('theme', 'light'), await stock.getStringValue('theme', 'light')]).toEqual([
      'dark',
      'grey',
    ]);
  });
});
