import type { McpServer } from '@modelcontextprotocol/server'
import { codedError } from '@chronicle/core/contracts'
import { subjectOf } from '@chronicle/core/text'
import * as z from 'zod'
import { protocolFailure } from '../protocol-failure.ts'
import type { ServerHost } from '../served-repository.ts'
import { showInvisible } from '../tools/show-invisible.ts'

/** Offers a prompt that asks the author of a commit to record what it knows about the commit. */
export function offerAnnotatePrompt(server: McpServer, { chronicle: { git } }: ServerHost): void {
  const about = {
    title: 'Annotate a commit',
    description: 'Have the author of a commit record the reasons that its code does not say.',
    argsSchema: z.object({ commit: z.string().optional().describe('Any name git resolves; default HEAD') }),
  }
  server.registerPrompt('annotate_commit', about, async ({ commit: revision = 'HEAD' }, { mcpReq }) => {
    const options = { signal: mcpReq.signal }
    const resolved = await git.resolve(revision, options)
    if (resolved.isErr()) throw protocolFailure(resolved.error)
    const id = resolved.value
    if (id === undefined) {
      throw protocolFailure(codedError('revision_not_found', `Nothing is called ${JSON.stringify(revision)}.`))
    }
    const commits = await git.readCommits([id], options)
    if (commits.isErr()) throw protocolFailure(commits.error)
    const subject = subjectOf(commits.value.get(id)?.message ?? '')
    return { messages: [{ role: 'user', content: { type: 'text', text: promptText(id, showInvisible(subject)) } }] }
  })
}

/** Asks for content that readers of earlier tools used, and excludes what they called noise. */
function promptText(commit: string, subject: string): string {
  return `Record what you know about commit ${commit}, whose message begins with ${JSON.stringify(subject)}, with one call of chronicle_annotate (commit: "${commit}").

For each place where you decided something that the code does not say, add a region: its file, the name of the unit as anchor, and as intent what it is for and why it is so. Add where you can:
- constraints: what must keep holding, that neither types nor tests enforce
- rejected_alternatives: what you considered or tried, and why it was not taken
- semantic_dependencies: what you assume about code elsewhere
- risk_notes: what may go wrong here

Leave out what the diff shows, what the signature says, and what you would have to guess. Nothing to say about a place: no region. Then tell me in a sentence what you recorded.`
}
