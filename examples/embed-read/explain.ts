import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createReadPipeline, formatMarkdown } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'

/** Returns what an agent should know before it changes `anchor` in `file`, as text for its context window. */
export async function explain(dir: string, file: string, anchor: string): Promise<string> {
  const git = createGitCli({ dir })
  const pipeline = createReadPipeline({ git, ast: createTreeSitterParser() })
  const answer = await pipeline.execute({ files: [file], anchor, maxTokens: 2000 })
  await git.close()
  return answer.match(
    (output) => formatMarkdown(output),
    (error) => `${error.code}: ${error.message}`,
  )
}
