import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import type { CacheStorage } from '@chronicle/core/contracts'
import { createReconciler, type ReconcileOptions, type ReconcileReport } from '@chronicle/core/reconcile'
import { createGitCli } from '@chronicle/git-cli'
import { readNote, type Annotation, type CommitId } from '@chronicle/schema'
import type { FixtureRepository } from '@chronicle/testing'
import { asDisposable } from '../../src/testing/as-disposable.ts'

/** Returns a file of functions, each of which can be changed separately. */
export function source(...names: readonly string[]): string {
  return names.map((name) => functionText(name)).join('\n')
}

/** Returns a function whose lines no other function has. */
export function functionText(name: string, detail = 'plain'): string {
  return [
    `export function ${name}(input: string): string {`,
    `  const prepared = prepare('${name}', input)`,
    `  const checked = check('${name}', prepared, '${detail}')`,
    `  return finish('${name}', checked)`,
    '}',
    '',
  ].join('\n')
}

/** Returns a file with one more function at its end. */
export function withFunction(text: string, name: string, detail?: string): string {
  return `${text.trimEnd()}\n\n${functionText(name, detail)}`
}

/** Records one region about a function on a commit. */
export async function annotate(
  repository: FixtureRepository,
  commit: CommitId,
  name: string,
  file = 'src/all.ts',
  summary = `Why ${name}`,
): Promise<void> {
  const text = await repository.git('show', `${commit}:${file}`)
  const start = text.split('\n').findIndex((line) => line.includes(`function ${name}(`)) + 1
  const note = {
    ...{ $schema: 'chronicle/v1', commit, timestamp: '2024-01-01T00:00:00Z', summary },
    ...{ context_level: 'enhanced', cross_cutting: [] },
    regions: [
      {
        ...{ file, ast_anchor: { type: 'function', name }, lines: { start, end: start + 4 } },
        ...{ intent: `Reason of ${name}`, constraints: [{ text: `${name} holds`, source: 'author' }] },
      },
    ],
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
  }
  await repository.note(commit, note)
}

/** Reconciles the repository with the parts that the command uses. */
export async function reconcile(
  dir: string,
  options: ReconcileOptions & { readonly storage?: CacheStorage } = {},
): Promise<ReconcileReport> {
  const { storage, ...rest } = options
  await using git = asDisposable(createGitCli({ dir }))
  const ast = createTreeSitterParser()
  const report = await createReconciler({ git, ast, ...(storage && { storage }) }).reconcile(rest)
  if (report.isErr()) throw new Error(`${report.error.code}: ${report.error.message}`)
  return report.value
}

/** Returns the matches by commit subjects: `old + old → new: rule`. */
export async function describeMatches(
  { dir }: { readonly dir: string },
  report: ReconcileReport,
): Promise<readonly string[]> {
  await using git = asDisposable(createGitCli({ dir }))
  const ids = report.matches.flatMap(({ from, to }) => [...from, to])
  const commits = await git.readCommits(ids)
  if (commits.isErr()) throw new Error(commits.error.message)
  const subject = (id: CommitId): string => commits.value.get(id)?.message.split('\n', 1)[0] ?? id.slice(0, 7)
  return report.matches
    .map(({ from, to, rule }) => `${from.map(subject).join(' + ')} → ${subject(to)}: ${rule}`)
    .toSorted()
}

/** Returns the annotation of a commit. */
export async function noteOf(repository: FixtureRepository, commit: string): Promise<Annotation | undefined> {
  const listed = await repository.git('notes', '--ref=chronicle', 'list')
  const id = await repository.git('rev-parse', commit)
  if (!listed.includes(id)) return undefined
  const bytes = await repository.gitBytes(['notes', '--ref=chronicle', 'show', id])
  return readNote(bytes, { commit: id as CommitId }).annotation
}

/** Returns the places of a commit's regions: `reason at file:first-last`. */
export async function placesOn(repository: FixtureRepository, commit: string): Promise<readonly string[]> {
  const annotation = await noteOf(repository, commit)
  return (annotation?.regions ?? [])
    .map(({ intent, file, lines }) => `${intent} at ${file}:${lines?.start}-${lines?.end}`)
    .toSorted()
}
