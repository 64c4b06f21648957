import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createGitCli } from '@chronicle/git-cli'
import { createSecretlintRedactor } from '@chronicle/redact-secretlint'
import { findStatements, readTranscript, type Transcript, type TranscriptStatement } from '@chronicle/writer'
import { asDisposable } from '../../src/testing/as-disposable.ts'
import { buildSessions } from './build-sessions.ts'
import { reasonsIn, type SessionScript } from './session-script.ts'

/** What the extraction found of the reasons that sessions state. */
export interface ExtractionResult {
  readonly stated: number
  /** Found and assigned to the right commit. */
  readonly found: readonly string[]
  readonly missed: readonly string[]
  readonly misplaced: readonly string[]
  /** Found, but stated nowhere. */
  readonly wrong: readonly string[]
  readonly statements: readonly TranscriptStatement[]
}

/** Plays sessions and compares the statements found in their transcripts with the reasons in their scripts. */
export async function measure(
  scripts: readonly SessionScript[],
  files: Readonly<Record<string, string>>,
): Promise<ExtractionResult> {
  const { commits, home, ...built } = await buildSessions(scripts, files)
  await using repository = built.repository
  await using git = asDisposable(createGitCli({ dir: repository.dir }))
  const transcripts: Transcript[] = []
  for (const file of (await readdir(home, { recursive: true })).filter((name) => name.endsWith('.jsonl')).sort()) {
    const transcript = await readTranscript(linesOf(join(home, file)))
    if (transcript !== undefined) transcripts.push(transcript)
  }
  const redactor = createSecretlintRedactor()
  const found = (
    await findStatements({ git, redactor }, transcripts, {
      ...{ commits: [...commits.values()], roots: [repository.dir], anywhere: false },
    })
  )._unsafeUnwrap()
  const names = new Map([...commits].map(([name, id]) => [id, name]))
  const stated = scripts.flatMap(({ steps }) => steps.flatMap(reasonsIn))
  const offered = found.statements.map(({ text, commit }) => ({ text, name: names.get(commit) ?? '' }))
  const matches = (text: string, sentence: string): boolean => text.includes(sentence) || sentence.includes(text)
  const at = (sentence: string): readonly string[] =>
    offered.filter(({ text }) => matches(text, sentence)).map(({ name }) => name)
  return {
    stated: stated.length,
    found: stated.flatMap(({ sentence, commit }) => (at(sentence).includes(commit) ? [sentence] : [])),
    missed: stated.flatMap(({ sentence }) => (at(sentence).length === 0 ? [sentence] : [])),
    misplaced: stated.flatMap(({ sentence, commit }) =>
      at(sentence).length > 0 && !at(sentence).includes(commit)
        ? [`${sentence} → ${at(sentence).join()}, not ${commit}`]
        : [],
    ),
    wrong: offered.flatMap(({ text, name }) =>
      stated.some(({ sentence }) => matches(text, sentence)) ? [] : [`${name}: ${text}`],
    ),
    statements: found.statements,
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  yield* (await readFile(file, 'utf8')).split('\n')
}
