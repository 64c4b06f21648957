import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import ts from 'typescript'
import { repositoryRoot } from '../checks/workspace-packages.ts'
import { PUBLISHED_DOCUMENTS } from './document-list.ts'
import { inputDefinitions, jsonSchema, referredTo } from './json-schemas.ts'
import { keyOrders } from './key-orders.ts'
import { readDeclarations } from './read-declarations.ts'
import { schemasModule, validatorsModule } from './schema-modules.ts'

/** A file that is made of the declarations of documents. */
export interface GeneratedFile {
  readonly path: string
  readonly text: string
}

/** Makes everything that follows from the interfaces of documents: JSON Schemas, what exports and checks them, key orders. */
export async function generateFiles(): Promise<readonly GeneratedFile[]> {
  const { options } = ts.convertCompilerOptionsFromJson(
    (ts.readConfigFile(join(repositoryRoot, 'tsconfig.json'), ts.sys.readFile).config as { compilerOptions: unknown })
      .compilerOptions,
    repositoryRoot,
  )
  const declarations = readDeclarations(join(repositoryRoot, 'packages/schema/src/index.ts'), options)
  const answers = PUBLISHED_DOCUMENTS.filter(({ kind }) => kind === 'answer')
  const orders = keyOrders(new Map(answers.flatMap(({ type }) => [...referredTo(type, declarations)])))
  const documents: readonly (readonly [path: string, content: object])[] = [
    ...PUBLISHED_DOCUMENTS.map(
      (each) => [`packages/schema/json/${each.name}.schema.json`, jsonSchema(each, declarations)] as const,
    ),
    ['packages/core/src/format/key-orders.json', orders],
    ['packages/schema/src/validate/input-definitions.json', inputDefinitions(PUBLISHED_DOCUMENTS, declarations)],
  ]
  return Promise.all([
    ...documents.map(([path, content]) => formatted(path, JSON.stringify(content), 'json')),
    formatted('packages/schema/src/json/json-schemas.ts', schemasModule(PUBLISHED_DOCUMENTS), 'typescript'),
    formatted('packages/schema/src/validate/output-schemas.ts', validatorsModule(PUBLISHED_DOCUMENTS), 'typescript'),
  ])
}

async function formatted(path: string, text: string, parser: 'json' | 'typescript'): Promise<GeneratedFile> {
  const file = join(repositoryRoot, path)
  return { path: file, text: await format(text, { ...(await resolveConfig(file)), parser }) }
}
