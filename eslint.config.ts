import { defineConfig, globalIgnores } from 'eslint/config'
import type { Linter } from 'eslint'
import tseslint from 'typescript-eslint'
import { noIgnoredResult } from './packages/workspace/src/lint/no-ignored-result.ts'

/** How a failure is passed on: see docs/architecture.md, "One way to fail". */
const oneWayToFail = {
  selector:
    "IfStatement[test.callee.property.name='isErr'] > ReturnStatement.consequent > CallExpression[callee.name='err'] > MemberExpression.arguments[property.name='error']",
  message: 'Pass the error on with `yield*`, in the body of a `safeTry`.',
}

/** The same, for packages in which nothing below the code throws: `valueOrThrow` alone does, for iterations. */
const nothingThrown = {
  selector: 'ThrowStatement',
  message: 'Return the failure as a value, or hand an iteration its value by `valueOrThrow`.',
}

/** How callers may leave out an option: see docs/architecture.md, "Absent and undefined". */
const absentOrUndefined = [
  'TSInterfaceDeclaration[id.name=/NAMES$/] TSPropertySignature[optional=true]',
  'TSTypeAliasDeclaration[id.name=/NAMES$/] TSTypeLiteral > TSPropertySignature[optional=true]',
].map((property) => ({
  selector: `${property.replace(
    'NAMES',
    '(Options|Query|Request|Filters|Overrides|Selection|Choice|Input|Assistance|Limits)',
  )} > .typeAnnotation > :not(TSUnionType:has(> TSUndefinedKeyword), TSUndefinedKeyword, TSUnknownKeyword)`,
  message: 'Accept `undefined` in an option that can be left out, for callers with exactOptionalPropertyTypes.',
}))

/** A log that ends early because of an abort looks like a short history. */
const wholeLogs = {
  selector:
    "CallExpression[callee.property.name=/^(log|ancestors)$/]:matches([callee.object.name='git'], [callee.object.property.name='git'])",
  message: 'Read commits by `listLog`, `visitLog` or `visitAncestors`, which report an abort.',
}

/** What a library must be given instead of reaching for: see docs/architecture.md, "One rule". */
const ambient = {
  'no-console': 'error',
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now', message: 'Take the time as an argument.' },
    { object: 'Math', property: 'random', message: 'Take the randomness as an argument.' },
    { object: 'process', property: 'exit', message: 'A library does not end the process.' },
  ],
  'no-restricted-syntax': [
    'error',
    { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Take the time as an argument.' },
    { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
    { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' },
    { selector: 'TSModuleDeclaration[declare!=true]', message: 'Use modules.' },
    oneWayToFail,
    wholeLogs,
  ],
} as const satisfies Linter.RulesRecord

const config: Linter.Config[] = defineConfig(
  globalIgnores(['**/dist/', '**/coverage/', '**/*.json', '**/fixtures/', 'packages/workspace/demo/']),
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { chronicle: { rules: { 'no-ignored-result': noIgnoredResult } } },
    rules: {
      'chronicle/no-ignored-result': 'error',
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/no-floating-promises': ['error', { checkThenables: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/only-throw-error': 'error',
      // An async method without await is how an interface that may wait is implemented by something that need not.
      '@typescript-eslint/require-await': 'off',
      // Options and seams are taken apart where they arrive; none of their methods may depend on `this`.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // Everything that others import.
    files: ['packages/*/src/**/*.ts'],
    ignores: ['packages/{cli,workspace}/**', '**/*.test.ts', '**/*.test-d.ts'],
    rules: {
      ...ambient,
      'no-restricted-syntax': [...ambient['no-restricted-syntax'], ...absentOrUndefined],
    },
  },
  {
    // Documents, in which nothing is ever `undefined`.
    files: ['packages/schema/src/**/*.ts'],
    ignores: ['**/*.test.ts', '**/*.test-d.ts'],
    rules: { 'no-restricted-syntax': [...ambient['no-restricted-syntax'], nothingThrown] },
  },
  {
    files: ['packages/{blame,context,core,git-cli,source,writer}/src/**/*.ts'],
    ignores: ['packages/core/src/contracts/log-failure.ts', '**/*.test.ts', '**/*.test-d.ts'],
    rules: {
      'no-restricted-syntax': [...ambient['no-restricted-syntax'], ...absentOrUndefined, nothingThrown],
    },
  },
  {
    files: ['packages/{cli,workspace}/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', oneWayToFail, wholeLogs] },
  },
  {
    // These also run in a worker and in a browser; tsconfig.engines.json checks that they compile there.
    files: ['packages/{schema,core,blame,source}/src/**/*.ts'],
    ignores: ['**/*.test.ts', '**/*.test-d.ts'],
    rules: {
      'no-restricted-globals': ['error', 'process', 'Buffer', 'require', '__dirname', 'setImmediate'],
      'no-restricted-imports': [
        'error',
        {
          patterns: [{ regex: '^node:', message: 'Engines have no node: imports; take what you need as an argument.' }],
        },
      ],
    },
  },
)

export default config
