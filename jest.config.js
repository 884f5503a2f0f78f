/** Specs run as the native ES modules they are (`--experimental-vm-modules`), so a spec sees what a server sees. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  modulePathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
        module: { type: 'nodenext' },
        sourceMaps: 'inline',
      },
    ],
  },
  moduleNameMapper: {
    '^@ladder/server$': '<rootDir>/apps/server/src/index.ts',
    '^@ladder/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  maxWorkers: 2,
};
