import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { MAX_APPEND_BYTES } from '@ladder/event-store';
import { readSettings } from '@ladder/server';
import { parse } from 'yaml';

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly profiles: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[] | Readonly<Record<string, { readonly ipv4_address: string }>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly read_only?: boolean;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
  readonly networks: Readonly<Record<string, unknown>>;
}

const HOUSE = join(import.meta.dirname, '../..');
const text = (file: string): string => readFileSync(join(HOUSE, file), 'utf8');
const compose = parse(text('docker-compose.yml'), { merge: true }) as Compose;
const page = text('docs/eventstoredb.md');
const dockerfile = text('Dockerfile');
const services = Object.entries(compose.services);
const ours = services.filter(([, { build }]) => build !== undefined);
const servers = services.filter(([, { image }]) => image?.includes('/kurrentdb:'));

describe('docker-compose.yml', () => {
  it('has the services that the page names, with profile and port, and no other', () => {
    const named = [...page.matchAll(/^\| `([\w-]+)` +\| `(single|cluster)` +\| (\d+|—)/gm)].map(([, ...cells]) => cells);
    const there = services.map(([name, { profiles, ports = [] }]) => [name, profiles.join(), ports[0]?.split(':')[1] ?? '—']);
    expect(named).toEqual(there);
  });

  it('gives each node settings that the server takes, and the roles that the page tells', () => {
    const roles = ours.map(([name, { environment = {} }]) => {
      const env = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, filled(String(value))]));
      const { role, store } = readSettings(env);
      expect(store).toMatch(/^esdb:\/\//);
      return [name, role];
    });
    expect(roles).toEqual([['ladder', 'all'], ['api-1', 'api'], ['api-2', 'api'], ['worker-1', 'worker'], ['worker-2', 'worker']]); // prettier-ignore
  });

  it('names no variable for the nodes that the page does not tell', () => {
    const variables = new Set(ours.flatMap(([, { environment = {} }]) => Object.keys(environment)));
    const told = [...page.matchAll(/^\| `(LADDER_\w+)`/gm)].map(([, name]) => name);
    expect([...variables].toSorted()).toEqual(told.toSorted());
    for (const [variable] of text('docker-compose.yml').matchAll(/(?<=\$\{)\w+/g)) expect(page).toContain(variable);
  });

  it('depends on services of the same profile only, and mounts and joins what is declared', () => {
    for (const [, { profiles, depends_on = {}, volumes = [], networks = [] }] of services) {
      for (const other of Object.keys(depends_on)) expect(compose.services[other]?.profiles).toEqual(profiles);
      for (const volume of volumes) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0]);
      for (const network of Array.isArray(networks) ? networks : Object.keys(networks))
        expect(Object.keys(compose.networks)).toContain(network);
    }
  });

  it('publishes each port once, to the machine itself only', () => {
    const ports = services.flatMap(([, { ports: published = [] }]) => published);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
    const outside = ports.map((port) => port.split(':')[1]);
    expect(new Set(outside).size).toBe(outside.length);
  });

  it('runs the servers without projections, without TLS only where there is one, and keeps their data', () => {
    expect(servers).toHaveLength(4);
    for (const [name, { environment = {}, profiles, volumes = [] }] of servers) {
      expect(environment).toMatchObject({ KURRENTDB_RUN_PROJECTIONS: 'None', KURRENTDB_NODE_PORT: 2113 });
      // The largest append of ours, with what a server counts besides.
      expect(environment['KURRENTDB_MAX_APPEND_SIZE']).toBeGreaterThan(MAX_APPEND_BYTES * 1.1);
      expect(environment['KURRENTDB_CLUSTER_SIZE']).toBe(profiles.includes('cluster') ? 3 : 1);
      expect(environment['KURRENTDB_INSECURE']).toBe(profiles.includes('cluster') ? undefined : 'true');
      for (const kept of ['/var/lib/kurrentdb', '/var/log/kurrentdb']) expect(volumes.some((each) => each.endsWith(`:${kept}`))).toBe(true);
      expect(volumes[0]).toBe(`${name}-data:/var/lib/kurrentdb`);
    }
  });

  it('gossips between all three servers of the cluster, each at the address that its certificate names', () => {
    const clustered = servers.filter(([, { profiles }]) => profiles.includes('cluster'));
    const addresses = clustered.map(([, { environment }]) => environment?.['KURRENTDB_REPLICATION_IP']);
    for (const [, { environment = {}, networks }] of clustered) {
      const own = environment['KURRENTDB_REPLICATION_IP'];
      expect(networks).toEqual({ cluster: { ipv4_address: own } });
      expect(environment['KURRENTDB_GOSSIP_SEED']).toBe(addresses.filter((each) => each !== own).map((each) => `${each}:2113`).join()); // prettier-ignore
      const number = String(own).at(-1);
      expect(environment['KURRENTDB_CERTIFICATE_FILE']).toBe(`/certs/node${number}/node.crt`);
      expect(environment['KURRENTDB_CERTIFICATE_PRIVATE_KEY_FILE']).toBe(`/certs/node${number}/node.key`);
      for (const [, node] of ours.filter(([, { profiles }]) => profiles.includes('cluster'))) {
        expect(node.environment?.['LADDER_STORE']).toContain(`${own}:2113`);
      }
    }
  });

  it('lets our nodes write nothing but their data', () => {
    for (const [name, service] of ours) {
      expect(service.read_only).toBe(true);
      expect(service.volumes?.[0]).toBe(`${name}-data:/data`);
    }
  });
});

describe('Dockerfile', () => {
  it('builds in one stage and runs in another, on the same image, and not as root', () => {
    expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)).toEqual(['node:24-bookworm-slim', 'node:24-bookworm-slim']);
    const run = dockerfile.slice(dockerfile.lastIndexOf('FROM'));
    expect(run).toContain('USER node');
    expect(run).toContain('HEALTHCHECK');
    expect(run).toContain('VOLUME /data');
  });

  it('copies files that are there, and the package file of each room', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) => files.split(' '));
    for (const file of copied.filter((each) => !each.includes('*'))) expect(existsSync(join(HOUSE, file))).toBe(true);
    const { packages } = JSON.parse(text('package-lock.json')) as { packages: Record<string, unknown> };
    const rooms = Object.keys(packages).filter((each) => /^(apps|libs)\/[^/]+$/.test(each));
    expect(copied.filter((each) => each.endsWith('/package.json'))).toEqual(rooms.map((room) => `${room}/package.json`).toSorted());
  });

  it('starts what is built, with settings that the server takes', () => {
    expect(existsSync(join(HOUSE, 'apps/cli/src/main.ts'))).toBe(true);
    expect(dockerfile).toContain('"apps/cli/dist/main.js"]');
    const env = Object.fromEntries([...dockerfile.matchAll(/(LADDER_\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]));
    expect(readSettings(env)).toMatchObject({ host: '0.0.0.0', port: 3000, folder: '/data' });
  });
});

/** What is to be given from outside, with its default or something that would do. */
function filled(value: string): string {
  return value.replace(/\$\{\w+(?::-(\w+)|:\?[^}]*)?\}/g, (_, byDefault?: string) => byDefault ?? 'a'.repeat(64));
}
