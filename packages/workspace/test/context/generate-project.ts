import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pick, seededRandom } from '../../src/confidence/seeded-random.ts'

/**
 * Writes a workspace of TypeScript packages into a folder, with aliases, `exports`, `imports`, barrels and files with
 * competing names.
 */
export function generateProject(dir: string, seed: number): readonly string[] {
  const random = seededRandom(seed)
  const chance = (share: number): boolean => random() < share
  const files = new Map<string, string>()
  const json = (path: string, value: unknown): void =>
    void files.set(path, `// written by a test\n${JSON.stringify(value, null, 2)}`)
  const strictJson = (path: string, value: unknown): void => void files.set(path, JSON.stringify(value))

  strictJson('package.json', { name: 'root', private: true, ...(chance(0.5) && { workspaces: ['packages/*'] }) })
  files.set('pnpm-workspace.yaml', "packages:\n  # all of them\n  - 'packages/*'\n")
  json('tsconfig.base.json', {
    compilerOptions: {
      ...(chance(0.5) && { baseUrl: '.' }),
      paths: { '@shared/*': ['./packages/p0/src/*', './packages/p1/src/*'] },
    },
  })
  const packages = ['p0', 'p1', 'p2', 'p3']
  const modules = new Map<string, string[]>()
  for (const name of packages) {
    const root = `packages/${name}`
    const own = [`${root}/src/index.ts`]
    for (const folder of ['', 'a/', 'a/b/', 'internal/', 'features/']) {
      for (const stem of ['x', 'y', 'a', 'index', 'x.util', 'data']) {
        for (const extension of EXTENSIONS) if (chance(0.12)) own.push(`${root}/src/${folder}${stem}${extension}`)
      }
    }
    modules.set(name, [...new Set(own)])
    strictJson(`${root}/package.json`, {
      name: scoped(name),
      ...entry(random),
      imports: { '#internal/*': './src/internal/*.ts', '#x': { default: './src/x.ts' }, '#peer': '@scope/p0' },
    })
    if (chance(0.8)) {
      const aliases = {
        '~/*': ['./src/*'],
        '@': ['./src/index.ts'],
        '@a/*.js': ['./src/a/*.ts'],
        '@a/b/*': ['./src/a/b/*'],
      }
      json(`${root}/tsconfig.json`, {
        ...(chance(0.7) && { extends: chance(0.5) ? '../../tsconfig.base' : ['../../tsconfig.base.json'] }),
        compilerOptions: {
          ...(chance(0.3) && { baseUrl: './src' }),
          ...(chance(0.3) && { rootDirs: ['./src', './src/a'] }),
          ...(chance(0.3) && { customConditions: ['development'] }),
          ...(chance(0.6) && { paths: aliases }),
        },
      })
    }
    link(dir, `packages/${name}`, `node_modules/${scoped(name)}`)
  }
  for (const [name, own] of modules) {
    for (const path of own) files.set(path, path.endsWith('.json') ? '{}' : imports(path, own, name, random))
  }
  for (const [path, text] of files) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
  return [...files.keys()]
}

const EXTENSIONS = ['.ts', '.tsx', '.d.ts', '.js', '.jsx', '.mts', '.cts', '.mjs', '.json']

/** Adds a scope to every package name but `p2`. */
function scoped(name: string): string {
  return name === 'p2' ? name : `@scope/${name}`
}

function link(dir: string, target: string, at: string): void {
  mkdirSync(dirname(join(dir, at)), { recursive: true })
  symlinkSync(join(dir, target), join(dir, at))
}

function entry(random: () => number): object {
  const patterns = {
    './*': './src/*.ts',
    './features/*.js': './src/features/*.ts',
    './internal/*': null,
    './a/*': { types: './src/a/*.d.ts', default: './src/a/*.js' },
  }
  return (
    pick(
      [
        {},
        { main: './src/index.js' },
        { main: './src/index', types: './src/x.ts' },
        { exports: './src/index.ts' },
        { exports: { '.': { types: './src/index.ts', import: './src/x.js', default: './src/y.js' }, ...patterns } },
        {
          exports: {
            '.': { development: './src/a/index.ts', import: './src/x.mts', require: './src/x.ts' },
            './y': './src/y.js',
          },
        },
        { exports: { '.': [{ import: './src/x.js' }, './src/index.js'], './data': './src/data.json', ...patterns } },
      ],
      random,
    ) ?? {}
  )
}

function imports(path: string, own: readonly string[], name: string, random: () => number): string {
  const root = `packages/${name}/src`
  const lines = Array.from({ length: 8 }, (_, at) => {
    const target = (pick(own, random) ?? root).slice(root.length + 1)
    const bare = target.replace(/(?:\.d)?\.\w+$/, '')
    const up = '../'.repeat(path.slice(root.length + 1).split('/').length - 1) || './'
    const other = pick(['@scope/p0', '@scope/p1', 'p2', '@scope/p3', '@scope/none'], random) ?? ''
    const specifier =
      pick(
        [
          up + target,
          up + bare,
          `${up}${bare}.js`,
          `${up}${bare}.mjs`,
          up + dirname(bare),
          `${up}${dirname(bare)}/`,
          './index',
          `~/${bare}`,
          `~/${bare}.js`,
          '@',
          `@a/x.js`,
          '@a/b/x',
          `@shared/${bare}`,
          bare,
          '#x',
          '#peer',
          '#none',
          `#internal/x`,
          other,
          `${other}/x`,
          `${other}/a/x`,
          `${other}/features/x.js`,
          `${other}/internal/x`,
          `${other}/y`,
          `${other}/data`,
          `${other}/src/${bare}`,
          'express',
          './gone',
          '.',
          '..',
          `${name}/x`,
          './x.util',
          './x.util.js',
        ],
        random,
      ) ?? ''
    return pick(
      [
        `import { a as b${at} } from '${specifier}'`,
        `import type { T${at} } from "${specifier}"`,
        `export * from '${specifier}'`,
        `export { c as c${at} } from '${specifier}'`,
        `const d${at} = await import('${specifier}')`,
        `import '${specifier}' // import './x'`,
        `const text${at} = \`import './y' \${"require('./x')"}\``,
      ],
      random,
    )
  })
  return `${lines.join('\n')}\nexport {}\n`
}
