import ts from 'typescript';
import { Schemas } from './schemas.ts';
import type { JsonSchema } from './schemas.ts';

/** What every route answers, and the shapes that are referred to. */
export interface Answers {
  /** By the route's `operationId`; a route without JSON is not here. */
  readonly answers: Record<string, JsonSchema>;
  readonly schemas: Record<string, JsonSchema>;
}

const ROUTE = new Set(['Get', 'Post']);

/** Reads what the routes of a program answer from what their methods return. @throws if one returns what JSON cannot hold. */
export function answersOf(program: ts.Program): Answers {
  const checker = program.getTypeChecker();
  const schemas = new Schemas(checker);
  const answers: Record<string, JsonSchema> = {};
  for (const source of program.getSourceFiles().filter(({ fileName }) => fileName.endsWith('.controller.ts'))) {
    ts.forEachChild(source, (node) => {
      if (!ts.isClassDeclaration(node) || !node.name) return;
      const controller = node.name.text.replace(/Controller$/, '');
      for (const member of node.members) {
        if (!ts.isMethodDeclaration(member) || !isRoute(member)) continue;
        const id = `${controller.charAt(0).toLowerCase()}${controller.slice(1)}.${member.name.getText()}`;
        const answer = returned(checker, member);
        // Text is described where it is sent; nothing at all is a stream.
        if (!(answer.flags & (ts.TypeFlags.String | ts.TypeFlags.Void))) answers[id] = schemas.of(answer, id);
      }
    });
  }
  return { answers: sorted(answers), schemas: sorted(schemas.named) };
}

function isRoute(method: ts.MethodDeclaration): boolean {
  return (ts.getDecorators(method) ?? []).some(
    ({ expression }) => ts.isCallExpression(expression) && ROUTE.has(expression.expression.getText()),
  );
}

function returned(checker: ts.TypeChecker, method: ts.MethodDeclaration): ts.Type {
  const signature = checker.getSignatureFromDeclaration(method);
  const type = signature && checker.getReturnTypeOfSignature(signature);
  const awaited = type && checker.getAwaitedType(type);
  if (!awaited) throw new Error(`${method.name.getText()} returns nothing that is known`);
  return awaited;
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
