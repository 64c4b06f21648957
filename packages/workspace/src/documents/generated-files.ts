import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import ts from 'typescript'
import { repositoryRoot } from '../checks/workspace-packages.ts'
import { replaceGeneratedSection } from '../docs/generated-section.ts'
import { PUBLISHED_DOCUMENTS, type PublishedDocument } from './document-list.ts'
import { inputDefinitions, jsonSchema, collectDefinitions } from './json-schemas.ts'
import { keyOrders } from './key-orders.ts'
import { readDeclarations } from './read-declarations.ts'
import { schemasModule, validatorsModule } from './schema-modules.ts'

/** A file that is made of the declarations of documents. */
export interface GeneratedFile {
  readonly path: string
  readonly text: string
}

/** Makes everything that follows from the interfaces of documents: JSON Schemas, what exports, checks and lists them, key orders. */
export async function generateFiles(): Promise<readonly GeneratedFile[]> {
  const { options } = ts.convertCompilerOptionsFromJson(
    (ts.readConfigFile(join(repositoryRoot, 'tsconfig.json'), ts.sys.readFile).config as { compilerOptions: unknown })
      .compilerOptions,
    repositoryRoot,
  )
  const declarations = readDeclarations(join(repositoryRoot, 'packages/schema/src/index.ts'), options)
  const answers = PUBLISHED_DOCUMENTS.filter(({ kind }) => kind === 'answer')
  const orders = keyOrders(new Map(answers.flatMap(({ type }) => [...collectDefinitions(type, declarations)])))
  const documents: readonly (readonly [path: string, content: object])[] = [
    ...PUBLISHED_DOCUMENTS.map(
      (each) => [`packages/schema/json/${each.name}.schema.json`, jsonSchema(each, declarations)] as const,
    ),
    ['packages/core/src/format/key-orders.json', orders],
    ['packages/schema/src/validate/input-definitions.json', inputDefinitions(PUBLISHED_DOCUMENTS, declarations)],
  ]
  const page = 'docs/output-formats.md'
  const text = await readFile(join(repositoryRoot, page), 'utf8')
  return Promise.all([
    ...documents.map(([path, content]) => formatted(path, JSON.stringify(content), 'json')),
    formatted('packages/schema/src/json/json-schemas.ts', schemasModule(PUBLISHED_DOCUMENTS), 'typescript'),
    formatted('packages/schema/src/validate/output-schemas.ts', validatorsModule(PUBLISHED_DOCUMENTS), 'typescript'),
    formatted(page, replaceGeneratedSection(text, 'schemas', schemasTable(PUBLISHED_DOCUMENTS)), 'markdown'),
  ])
}

function schemasTable(documents: readonly PublishedDocument[]): string {
  const rows = documents.map(({ name, description, validates = description }) => {
    const sentence = validates.replace(/\..*/u, '')
    return `| [\`${name}\`](../packages/schema/json/${name}.schema.json) | ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)} |`
  })
  return ['| Schema | Describes |', '| --- | --- |', ...rows.sort()].join('\n')
}

async function formatted(
  path: string,
  text: string,
  parser: 'json' | 'typescript' | 'markdown',
): Promise<GeneratedFile> {
  const file = join(repositoryRoot, path)
  return { path: file, text: await format(text, { ...(await resolveConfig(file)), parser }) }
}
