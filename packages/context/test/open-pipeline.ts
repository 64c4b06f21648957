import { withBlame } from '@chronicle/blame'
import {
  createContextPipeline,
  createMemoryKnowledgeStore,
  renderPackage,
  type ContextPackage,
  type ContextPipeline,
  type ContextPipelineOptions,
  type ContextRequest,
} from '@chronicle/context'
import type { GitBackend } from '@chronicle/core/contracts'
import { ast } from './open-scene.ts'

/** Creates a pipeline over a repository in memory, with an empty index. */
export function createEmptyPipeline(git: GitBackend, options: Partial<ContextPipelineOptions> = {}): ContextPipeline {
  return createContextPipeline({ git: withBlame(git), ast, store: createMemoryKnowledgeStore(), ...options })
}

/** Retrieves a package. Throws on failure. */
export async function retrieve(pipeline: ContextPipeline, request: ContextRequest): Promise<ContextPackage> {
  const result = await pipeline.execute(request)
  if (result.isErr()) throw new Error(`${result.error.code}: ${result.error.message}`, { cause: result.error })
  return result.value
}

export const markdown = (pack: ContextPackage): string => renderPackage(pack, 'markdown')
export const json = (pack: ContextPackage): string => renderPackage(pack, 'json')
