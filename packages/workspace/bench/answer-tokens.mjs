/*
 * Prints, as JSON, what answers about backfilled notes cost in tokens of o200k_base, and the sentences that an answer
 * says twice. Plain JavaScript over the public API, so that the same file can be run in an older checkout, on the same
 * notes: `node --conditions=chronicle-source --import tsx answer-tokens.mjs <repository> <notes ref> <file>...`.
 *
 * The first question is about up to ten regions of one commit, the newest that has at least five; the others are about the files.
 */
import { execFileSync } from 'node:child_process'
import { formatMarkdown } from '@chronicle/core'
import * as core from '@chronicle/core'
import { openChronicle } from '@chronicle/node'
import { createGptTokenCounter } from '@chronicle/tokens-gpt'

const REGIONS = 10
/** The question is asked where a commit has at least so many; few bundles have one with ten. */
const LEAST_REGIONS = 5
/** A sentence shorter than this may well be said of two things. */
const LEAST_LETTERS = 40

const [dir = '', ref = '', ...files] = process.argv.slice(2)
/** @type {(...args: string[]) => string} */
const git = (...args) => execFileSync('git', args, { cwd: dir, encoding: 'utf8', maxBuffer: 1e9 })
const counter = (await createGptTokenCounter('o200k_base'))._unsafeUnwrap()

/** @type {(markdown: string) => readonly string[]} */
function saidTwice(markdown) {
  const seen = new Set()
  const twice = new Set()
  const text = markdown.replace(/^#.*$/gmu, '')
  for (const sentence of text.split(/\n|(?<=[.!?]) /u).map((each) => each.replace(/^[\s>*-]+/u, '').trim())) {
    if (sentence.length < LEAST_LETTERS) continue
    if (seen.has(sentence)) twice.add(sentence)
    seen.add(sentence)
  }
  return [...twice]
}

/** The newest commit with many regions about files that it left there, and the place of each. */
function manyRegions() {
  const order = git('log', '--format=%H').split('\n')
  const notes = new Map(
    git('notes', `--ref=${ref}`, 'list')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [/** @type {const} */ ([line.split(' ')[1], line.split(' ')[0]])])),
  )
  for (const commit of order) {
    const blob = notes.get(commit)
    if (blob === undefined) continue
    /** @type {{ regions?: readonly { file: string }[] }} */
    const note = JSON.parse(git('cat-file', 'blob', blob))
    const regions = note.regions ?? []
    if (regions.length >= LEAST_REGIONS) return { commit, blob, files: [...new Set(regions.map(({ file }) => file))] }
  }
  return undefined
}

const answers = []
const many = manyRegions()
if (many !== undefined) {
  const alone = `${ref}-alone`
  git('notes', `--ref=${alone}`, 'add', '--force', '-C', many.blob, many.commit)
  const chronicle = openChronicle({ dir, notesRefs: [/** @type {any} */ (alone)] })
  const read = (await chronicle.read({ files: many.files, at: many.commit, maxRegions: REGIONS }))._unsafeUnwrap()
  const markdown = formatMarkdown(read)
  answers.push({
    question: `read of ${read.regions.length} regions of ${many.commit.slice(0, 10)}`,
    tokens: counter.count(markdown),
    twice: saidTwice(markdown),
  })
  await chronicle.close()
}
const chronicle = openChronicle({ dir, notesRefs: [/** @type {any} */ (ref)] })
for (const file of files) {
  const read = (await chronicle.read({ files: [file] }))._unsafeUnwrap()
  const lookup = (await chronicle.lookup({ file }))._unsafeUnwrap()
  for (const [name, markdown] of [
    ['read', formatMarkdown(read)],
    ['lookup', core.renderAnswer(lookup, 'markdown')],
  ]) {
    answers.push({
      question: `${name} ${file}`,
      tokens: counter.count(markdown ?? ''),
      twice: saidTwice(markdown ?? ''),
    })
  }
}
await chronicle.close()
process.stdout.write(`${JSON.stringify(answers, null, 1)}\n`)
