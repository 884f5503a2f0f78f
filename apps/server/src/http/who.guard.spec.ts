import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Controller, Get, Post } from '@nestjs/common';
import { CONTROLLERS } from '../server.module.js';
import { WhoMay } from './caller.js';
import { assertAllDeclared } from './who.guard.js';

@Controller('declared')
class Declared {
  @Get()
  @WhoMay('anyone')
  read() {
    return this.own();
  }

  own() {
    return 'no route';
  }
}

@Controller('forgotten')
class Forgotten extends Declared {
  @Post()
  write() {
    return 'whoever likes';
  }
}

@Controller('inheriting')
class Inheriting extends Forgotten {}

describe('a server starts', () => {
  it('with the routes that it has', () => {
    expect(() => assertAllDeclared(CONTROLLERS)).not.toThrow();
  });

  it('with methods that are no routes', () => {
    expect(() => assertAllDeclared([Declared])).not.toThrow();
  });

  it('not with a route that does not say who may call it', () => {
    expect(() => assertAllDeclared([...CONTROLLERS, Forgotten])).toThrow('Forgotten.write does not declare who may call it');
  });

  it('not with such a route that is inherited', () => {
    expect(() => assertAllDeclared([Inheriting])).toThrow('Inheriting.write does not declare who may call it');
  });
});
