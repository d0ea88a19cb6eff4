import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Controller, Post } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { Test } from '@nestjs/testing';
import { Endpoint, IF_MATCH } from './endpoint.js';

class Thing {}

@Controller('things')
class ThingsController {
  @Post()
  @Endpoint({ summary: 'Create a thing', policy: 'editor', takes: [IF_MATCH], status: 201, answers: [Thing] })
  createThing(): Thing[] {
    return [];
  }

  @Post('look-up')
  @Endpoint({ summary: 'Look a thing up', policy: 'public', answers: Thing, refuses: ['duplicate'] })
  lookUpThing(): Thing {
    return {};
  }
}

describe('a route with @Endpoint', () => {
  it('documents its actual name, policy and status in OpenAPI', async () => {
    const module = await Test.createTestingModule({ controllers: [ThingsController] }).compile();
    const app = module.createNestApplication(new FastifyAdapter());
    await app.init();
    const { paths } = SwaggerModule.createDocument(app, { openapi: '3.1.0', info: { title: 'a', version: '1' } });
    const header = { name: 'if-match', in: 'header', required: false, schema: { type: 'string' } };
    expect(paths['/things']?.post).toMatchObject({
      operationId: 'createThing',
      parameters: [header],
      'x-policy': 'editor',
    });
    expect(paths['/things/look-up']?.post).toMatchObject({ 'x-policy': 'public', 'x-refuses': ['duplicate'] });
    for (const [path, status] of [
      ['/things', 201],
      ['/things/look-up', 200],
    ] as const) {
      expect(Object.keys(paths[path]?.post?.responses ?? {})).toEqual([String(status)]);
      const answer = await app.getHttpAdapter().getInstance().inject({ method: 'POST', url: path });
      expect(answer.statusCode).toBe(status);
    }
    await app.close();
  });
});
