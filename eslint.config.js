import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** What would let a verdict depend on where or when it is computed. */
const MACHINE = [
  'process',
  'fetch',
  'crypto',
  'performance',
  'console',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'Intl',
];
const CLOCK_DICE_LOCALE = [
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: 'Time comes in with the command.' },
  { selector: 'MemberExpression[object.name="Date"][property.name="now"]', message: 'Time comes in with the command.' },
  { selector: 'MemberExpression[object.name="Math"][property.name="random"]', message: 'Ids come in with the command.' },
  { selector: 'MemberExpression[property.name=/^(localeCompare|toLocale\\w+)$/]', message: 'A verdict reads the same under every locale.' },
];

export default defineConfig(
  { ignores: ['**/dist/', '**/coverage/', 'data/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.specs.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true }],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // Nest declares options and answers as classes that serve as shapes.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // It asks for the `!` that the strict rules refuse.
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // A default that ends in `never` is checked by the compiler; one that passes on says so in the open.
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } }],
      eqeqeq: 'error',
    },
  },
  {
    files: ['libs/{editions,ledger}/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: { 'no-restricted-globals': ['error', ...MACHINE], 'no-restricted-syntax': ['error', ...CLOCK_DICE_LOCALE] },
  },
  {
    files: ['**/*.spec.ts', 'test/**/*.ts'],
    rules: {
      // A spec states what it knows to be there (where it is wrong, it fails), and damages data on purpose.
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  { files: ['**/*.js'], languageOptions: { globals: { process: 'readonly', URL: 'readonly' } } },
  prettier,
);
