/** Specs run as the native ES modules they are, on Node's vm modules: `npm run jest` passes the flag. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  modulePathIgnorePatterns: ['<rootDir>/(libs|apps)/[^/]+/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
      },
    ],
  },
  moduleNameMapper: {
    '^@ladder/server$': '<rootDir>/apps/server/src/index.ts',
    '^@ladder/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    // TypeScript imports name the built file; the file that runs here is its source.
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  maxWorkers: 2,
  // No test is about time: this only ends one that hangs, also on a machine that others keep busy.
  testTimeout: 120_000,
};
