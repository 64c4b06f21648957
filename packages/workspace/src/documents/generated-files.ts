import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import ts from 'typescript'
import { repositoryRoot } from '../checks/workspace-packages.ts'
import { PUBLISHED_DOCUMENTS } from './document-list.ts'
import { inputDefinitions, jsonSchema, referredTo } from './json-schemas.ts'
import { keyOrders } from './key-orders.ts'
import { readDeclarations } from './read-declarations.ts'

/** A file that is made of the declarations of documents. */
export interface GeneratedFile {
  readonly path: string
  readonly text: string
}

/** Makes everything that follows from the interfaces of documents: JSON Schemas, and the order of keys in answers. */
export async function generateFiles(): Promise<readonly GeneratedFile[]> {
  const { options } = ts.convertCompilerOptionsFromJson(
    (ts.readConfigFile(join(repositoryRoot, 'tsconfig.json'), ts.sys.readFile).config as { compilerOptions: unknown })
      .compilerOptions,
    repositoryRoot,
  )
  const declarations = readDeclarations(join(repositoryRoot, 'packages/schema/src/index.ts'), options)
  const answers = PUBLISHED_DOCUMENTS.filter(({ kind }) => kind === 'answer')
  const orders = keyOrders(new Map(answers.flatMap(({ type }) => [...referredTo(type, declarations)])))
  const files: readonly (readonly [path: string, content: object])[] = [
    ...PUBLISHED_DOCUMENTS.map(
      (each) => [`packages/schema/json/${each.name}.schema.json`, jsonSchema(each, declarations)] as const,
    ),
    ['packages/core/src/format/key-orders.json', orders],
    ['packages/schema/src/validate/input-definitions.json', inputDefinitions(PUBLISHED_DOCUMENTS, declarations)],
  ]
  return Promise.all(
    files.map(async ([path, content]) => {
      const file = join(repositoryRoot, path)
      return {
        path: file,
        text: await format(JSON.stringify(content), { ...(await resolveConfig(file)), parser: 'json' }),
      }
    }),
  )
}
