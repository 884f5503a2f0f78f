import 'reflect-metadata';
import { Body, Controller, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type * as bodyPipe from '../../apps/server/src/http/body.pipe.js';
import type * as bodies from '../../apps/server/src/rulings/bodies.js';
import { onTask } from '../measure/child.ts';

const built = (path: string): Promise<unknown> => import(new URL(`../../apps/server/dist/${path}`, import.meta.url).href);
const { BodyPipe } = (await built('http/body.pipe.js')) as typeof bodyPipe;
const { RulingBody } = (await built('rulings/bodies.js')) as typeof bodies;

/** Takes a ruling, validates it as the server does, and does nothing with it. */
class EmptyController {
  rule(_body: bodies.RulingBody): { ruling: string } {
    return { ruling: 'none' };
  }
}

// Decorators by hand: this file runs as it is, and stripping types leaves no decorators.
const handler = Object.getOwnPropertyDescriptor(EmptyController.prototype, 'rule');
if (handler === undefined) throw new Error('there is a handler');
Controller('v1/tournaments/:t')(EmptyController);
Post('rulings')(EmptyController.prototype, 'rule', handler);
Body()(EmptyController.prototype, 'rule', 0);
Reflect.defineMetadata('design:paramtypes', [RulingBody], EmptyController.prototype, 'rule');

// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- Nest names a module by its class
class EmptyModule {}

let app: NestFastifyApplication | undefined;

/** An empty validated POST on the server's own Nest and Fastify: what its framework alone costs. */
onTask(
  async (): Promise<{ url: string; pid: number }> => {
    const module = { module: EmptyModule, controllers: [EmptyController] };
    app = await NestFactory.create<NestFastifyApplication>(module, new FastifyAdapter({ bodyLimit: 1024 * 1024 }), { logger: false });
    app.useGlobalPipes(new BodyPipe());
    await app.listen(0, '127.0.0.1');
    return { url: await app.getUrl(), pid: process.pid };
  },
  async () => app?.close(),
);
