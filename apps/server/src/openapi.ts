import { readFileSync } from 'node:fs';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import { PROBLEMS, PROBLEM_CODES } from './http/problems.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Schema = Extract<NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string], { type?: unknown }>;

/** What each route answers, by its `operationId`, as the types of the controllers say: made by `npm run answers`. */
const { answers, schemas } = JSON.parse(readFileSync(new URL('../answers.json', import.meta.url), 'utf8')) as Record<
  'answers' | 'schemas',
  Readonly<Record<string, Schema>>
>;

/** Describes every route at `/openapi.json`, to be browsed at `/docs`. */
export function describe(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Penalty ladder')
    .setDescription(
      'The ledger of rulings and penalties of trading-card tournaments. Every refusal is application/problem+json with a stable `code`.',
    )
    .setVersion('1')
    .addBearerAuth()
    .build();
  const document = SwaggerModule.createDocument(app, config, { operationIdFactory: operationId });
  document.components ??= {};
  document.components.schemas = { ...document.components.schemas, ...schemas, Problem: PROBLEM };
  for (const [path, { get, post }] of Object.entries(document.paths)) {
    for (const operation of [get, post]) {
      if (!operation) continue;
      describeAnswers(operation);
      operation.responses = { ...operation.responses, default: REFUSAL };
    }
    if (get && path.includes('{t}')) get.parameters = [...(get.parameters ?? []), AT_LEAST];
  }
  SwaggerModule.setup('docs', app, document, { jsonDocumentUrl: 'openapi.json', yamlDocumentUrl: 'openapi.yaml' });
  return document;
}

/** What a route answers where it does as asked, whichever status that has. Text and streams are described where they are sent. */
function describeAnswers({ operationId = '', responses }: Operation): void {
  const schema = answers[operationId];
  for (const answer of Object.values(responses)) {
    if (!answer || '$ref' in answer) continue;
    answer.description ||= 'As asked';
    if (schema) answer.content = { 'application/json': { schema } };
  }
}

/** `RulingsController.warn` is `rulings.warn`. */
function operationId(controller: string, method: string): string {
  const name = controller.replace(/Controller$/, '');
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}.${method}`;
}

const AT_LEAST = {
  name: 'At-Least',
  in: 'header' as const,
  required: false,
  description: 'A position: the answer waits, for two seconds at most, until it is known here',
  schema: { type: 'integer', minimum: 0 },
};

const CODES = PROBLEM_CODES.map((code) => {
  const [status, means, remedy] = PROBLEMS[code];
  return `- \`${code}\` (${status}): ${means} ${remedy}`;
}).join('\n');

const PROBLEM = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string', description: 'Where the code is explained' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'A sentence that says what to do' },
    code: { type: 'string', enum: [...PROBLEM_CODES], description: CODES },
    errors: {
      type: 'array',
      items: { type: 'object', required: ['path', 'message'], properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
  },
};

const REFUSAL = {
  description: 'A refusal: nothing was recorded',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};
