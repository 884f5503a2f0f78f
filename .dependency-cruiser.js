/**
 * The walls between the rooms, held by `npm run walls`. `ROOMS` is the table of who may import whom; whatever is not in it is
 * refused. test/walls proves that each rule here bites.
 */
const ROOMS = {
  'libs/editions': [],
  'libs/ledger': ['libs/editions'],
  'libs/event-store': [],
  'libs/ledgers': ['libs/ledger', 'libs/event-store'],
  'libs/escalation': ['libs/ledger', 'libs/ledgers', 'libs/event-store'],
  'libs/projections': ['libs/ledger', 'libs/event-store'],
  'libs/audit': ['libs/ledger', 'libs/editions'],
  'libs/access': ['libs/ledger', 'libs/ledgers', 'libs/event-store'],
  'apps/verifier': ['libs/audit'],
  'apps/server': ['libs/[^/]+'],
  // `ladder serve` and `ladder demo` start the server.
  'apps/cli': ['libs/[^/]+', 'apps/server'],
};

const PURE = '^libs/(editions|ledger)/src/';
const SPEC = '[.]spec[.]ts$';
const PACKAGES = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-bundled', 'npm-no-pkg', 'npm-unknown'];
const FRAMEWORK = 'node_modules/(@nestjs|@fastify|fastify|class-validator|class-transformer|reflect-metadata)/';
/** The outermost files of a lib that may know Nest: `libs/<name>/src/<what>.module.ts`, and access's guards. */
const OUTERMOST = '^libs/[^/]+/src/[^/]+[.](module|guard)[.]ts$';

const roomsRules = Object.entries(ROOMS).map(([room, mayImport]) => ({
  name: `${room.replace('/', '-')}-imports-its-own`,
  comment: mayImport.length === 0 ? `${room} imports no other room` : `${room} imports only ${mayImport.join(', ')}`,
  severity: 'error',
  from: { path: `^${room}/` },
  to: { path: '^(libs|apps|test)/', pathNot: `^(${[room, ...mayImport].join('|')})/` },
}));

export default {
  forbidden: [
    ...roomsRules,
    {
      name: 'through-the-door',
      comment: "A room is entered through its index.ts: what lies behind is the room's own business",
      severity: 'error',
      from: { path: '^(libs|apps)/([^/]+)/' },
      to: { path: '^(libs|apps)/[^/]+/', pathNot: ['^$1/$2/', '^(libs|apps)/[^/]+/src/index[.]ts$'] },
    },
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one file, or hide a third',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'pure-rooms-touch-no-machine',
      comment: 'The domain and the editions decide the same everywhere: no clock, no disk, no network',
      severity: 'error',
      from: { path: PURE, pathNot: SPEC },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'pure-rooms-need-no-package',
      comment: 'The domain and the editions stand on the language alone',
      severity: 'error',
      from: { path: PURE, pathNot: SPEC },
      to: { dependencyTypes: PACKAGES },
    },
    {
      name: 'audit-does-no-io',
      comment: 'A pack is verified from its bytes alone: node:crypto, and nothing that reads or sends',
      severity: 'error',
      from: { path: '^libs/audit/src/', pathNot: SPEC },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    {
      name: 'audit-needs-no-package',
      comment: 'Who verifies offline should have to trust nobody else',
      severity: 'error',
      from: { path: '^libs/audit/src/', pathNot: SPEC },
      to: { dependencyTypes: PACKAGES },
    },
    {
      name: 'framework-in-the-outermost-files',
      comment: 'A Nest module or guard is the outermost file of a lib; nothing below it knows Nest',
      severity: 'error',
      from: { path: '^libs/', pathNot: [OUTERMOST, SPEC] },
      to: { path: FRAMEWORK },
    },
    {
      name: 'nothing-below-knows-the-outermost-files',
      comment: 'Only the door, a spec or another outermost file imports a Nest module or guard',
      severity: 'error',
      from: { path: '^libs/', pathNot: [OUTERMOST, SPEC, '^libs/[^/]+/src/index[.]ts$'] },
      to: { path: OUTERMOST },
    },
    {
      name: 'declared-packages-only',
      comment: "What a room needs at run time stands in its own package.json; the root's tools are for specs",
      severity: 'error',
      from: { path: '^(libs|apps)/[^/]+/src/', pathNot: ['[.](spec|contract)[.]ts$'] },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: 'node_modules/@types/' },
    },
    {
      name: 'specs-stay-outside',
      comment: 'Nothing that ships imports a spec',
      severity: 'error',
      from: { pathNot: SPEC },
      to: { path: SPEC },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere escapes every other rule',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.specs.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: { conditionNames: ['types', 'import', 'node', 'default'], exportsFields: ['exports'] },
  },
};
