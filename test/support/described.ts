import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { Device } from './device.js';
import type { Answer, Asking } from './device.js';
import { openApi, routesOf } from './routes.js';
import type { OpenApi, Route } from './routes.js';

const DOCUMENT = 'openapi.json';

/** The answers as the OpenAPI document describes them, and which of them were seen. */
export class Described {
  readonly routes: readonly Route[];
  readonly #seen = new Set<string>();
  readonly #ajv = new Ajv2020({ strict: false });
  readonly #validators = new Map<string, ValidateFunction>();

  private constructor(document: OpenApi) {
    formats.default(this.#ajv);
    this.#ajv.addSchema(document, DOCUMENT);
    this.routes = routesOf(document);
  }

  static async by(device: Device): Promise<Described> {
    return new Described(await openApi(device));
  }

  /** What is wrong with an answer, held against the document; empty if it is as described. */
  complaints(route: Route, { status, headers, body }: Pick<Answer, 'status' | 'headers' | 'body'>): string[] {
    const { responses, operationId } = route.operation;
    const listed = status in responses ? String(status) : 'default';
    if (status < 400 && listed === 'default') return [`${operationId}: nothing is said of ${status}`];
    if (status < 300) this.#seen.add(operationId);
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    const content = (responses[listed] as { content?: Readonly<Record<string, unknown>> }).content ?? {};
    if (!(type in content)) return [`${operationId}: ${status} is ${type}, not ${Object.keys(content).join()}`];
    const validate = this.#validator(['paths', route.path, route.method.toLowerCase(), 'responses', listed, 'content', type, 'schema']);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${operationId}: ${status} ${instancePath} ${message ?? ''}`);
  }

  /** The routes that have answered nothing but refusals so far. */
  get unseen(): string[] {
    return this.routes.map(({ operation }) => operation.operationId).filter((id) => !this.#seen.has(id));
  }

  #validator(place: readonly string[]): ValidateFunction {
    const pointer = place.map((each) => encodeURIComponent(each.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const known = this.#validators.get(pointer) ?? this.#ajv.compile({ $ref: `${DOCUMENT}#/${pointer}` });
    this.#validators.set(pointer, known);
    return known;
  }
}

/** A device that holds every answer against the OpenAPI document, whatever it is used for. */
export class ReadingDevice extends Device {
  constructor(
    url: string,
    token: string | null,
    private readonly described: Described,
  ) {
    super(url, token);
  }

  override as(token: string | null): Device {
    return new ReadingDevice(this.url, token, this.described);
  }

  /** @throws if the answer is not as the document says. */
  override async ask<T>(method: string, path: string, asking: Asking = {}): Promise<Answer<T>> {
    const answer = await super.ask<T>(method, path, asking);
    const route = routeOf(this.described.routes, method, path);
    if (!route) throw new Error(`${method} ${path} is not described`);
    const complaints = this.described.complaints(route, answer);
    if (complaints.length > 0) throw new Error(`${complaints.join('; ')}: ${JSON.stringify(answer.body).slice(0, 500)}`);
    return answer;
  }
}

function routeOf(routes: readonly Route[], method: string, path: string): Route | undefined {
  const [asked = ''] = path.split('?');
  return routes.find((route) => route.method === method && new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(asked));
}
