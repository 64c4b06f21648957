import { omitUndefined, type TaskQuery } from '@chronicle/schema'
import { STOP_WORDS } from '../words/stop-words.ts'
import { stackFrames } from './stack-frames.ts'
import { taskText } from './task-sections.ts'
import { taskType } from './task-type.ts'

// Names consist of ASCII letters and of further Latin, Greek and Cyrillic ones. In scripts without spaces, the name
// would run on into the rest of the sentence.
const PATH =
  /(?<![\w\u00c0-\u052f@:/.+-])(?:\.{0,2}\/)?(?:[\w\u00c0-\u052f@.+-]+\/)+[\w\u00c0-\u052f@.+*-]+|(?<![\w\u00c0-\u052f.-])\.?[\w\u00c0-\u052f-]+(?:\.[\w\u00c0-\u052f-]+)*\.(?:[cm]?[jt]sx?|d\.ts|pyi?|go|rs|java|kts?|scala|rb|php|cs|swift|c|h|cc|cpp|hpp|sh|json|ya?ml|toml|cfg|ini|md|rst|txt|html?|css|scss|vue|svelte|sql)\b/g
const URL = /\b(?:https?|ssh|git|ftp):\/\/[^\s)>\]]+/g
/** A link to a file on a repository host names that file. */
const BLOB_LINK = /\/(?:blob|tree|raw)\/[^/\s]+\/(?<path>[^\s#?)>\]]+)/g
const IDENTIFIER = /[A-Za-z_$\u00c0-\u052f][\w$\u00c0-\u052f]*/g
const CODE_SHAPED =
  /^(?:_*[a-z]+(?:[A-Z][a-z\d]*)+|_*[A-Z][a-z\d]+(?:[A-Z][a-z\d]*)+|_*[a-zA-Z\d]+(?:_[a-zA-Z\d]+)+|__\w+__|_\w+|[A-Z]{2,}[a-z]\w*)$/
const BACKTICKED = /`([^`\n]{1,200})`/g
const CALL =
  /(?<![\w$\u00c0-\u052f.])([A-Za-z_$\u00c0-\u052f][\w$\u00c0-\u052f]*(?:\.[A-Za-z_$\u00c0-\u052f][\w$\u00c0-\u052f]*)*)\(/g
const MODULE = /\b[a-z_]\w*(?:\.[A-Za-z_]\w*)+\b/g
const QUOTED =
  /"([^"\n]{6,200})"|(?<![\p{L}\p{N}])'((?:[^'\n]|(?<=[\p{L}\p{N}])'(?=[\p{L}\p{N}])){6,200})'(?![\p{L}\p{N}])|“([^”\n]{6,200})”/gu
const ERROR_LINE =
  /^(?:[\w.]*(?:Error|Exception|Warning|Panic)\b|E\d{3,}|.*\b(?:panicked at|fatal:|error:|ERROR:|Uncaught|Traceback)\b)/
const ERROR_NAME = /\b(?:[A-Z]\w*(?:Error|Exception|Warning)|E[A-Z]{3,})\b/g
const CONVENTIONAL = /^\w+\((?<scope>[\w./ -]+)\)!?:/

const MAX_KEYWORDS = 200
const MAX_ERROR_LINE = 300

/** Parses a task description. */
export function analyseTask(description: string): TaskQuery {
  const { prose: text, machine } = taskText(description)
  const title = text.split('\n', 1)[0] ?? ''
  const plain = text.replace(URL, ' ')
  const frames = stackFrames(`${text}\n${machine}`)
  const linked = [...text.matchAll(BLOB_LINK)].flatMap(({ groups }) => groups?.['path'] ?? [])
  const framed = new Set(frames.map(({ path }) => path))
  const inFolders = [...machine.replace(URL, ' ').matchAll(PATH)].filter(
    ([path]) => /^[^/]+\//.test(path) && !framed.has(path),
  )
  const paths = [...plain.matchAll(PATH), ...inFolders].map(([path]) =>
    path.replace(/(?<![.,;:])[.,;:]+$/, '').replace(/(?<=\w)\*{1,2}$/, ''),
  )
  const backticked = [...text.matchAll(BACKTICKED)].map(([, inside = '']) => inside)
  const calls = [...plain.matchAll(CALL)].flatMap(([, name = '']) => name.split('.'))
  const inTicks = backticked.flatMap((inside) => inside.match(IDENTIFIER) ?? [])
  const identifiers = plain.match(IDENTIFIER) ?? []
  const shaped = identifiers.filter((word) => CODE_SHAPED.test(word))
  const symbols = unique([...shaped, ...inTicks, ...calls]).filter((word) => word.length > 1 && !STOP_WORDS.has(word))
  const errorLines = text
    .split('\n')
    .map((line) => line.trim().slice(0, MAX_ERROR_LINE))
    .filter((line) => ERROR_LINE.test(line))
  const quoted = [...text.matchAll(QUOTED)].map(([, a, b, c]) => a ?? b ?? c ?? '')
  const messages = errorLines.map((line) => line.replace(/^[\w.]*(?:Error|Exception|Warning)\w*:\s*/, ''))
  const phrases = unique([...quoted, ...messages]).filter((phrase) => /\S\s+\S/.test(phrase))
  const words = identifiers.filter((word) => word.length > 1 && !STOP_WORDS.has(word.toLowerCase()))
  // Several modules in the details of a machine are a list of everything that is in use there.
  const ofMachine = unique(modulesOf(machine.replace(URL, ' ')))
  const scope = CONVENTIONAL.exec(title)?.groups?.['scope']
  return {
    raw_description: description,
    task_type: taskType(title, text),
    keywords: unique([
      ...(title.match(IDENTIFIER) ?? []).filter((word) => words.includes(word)),
      ...symbols,
      ...words,
    ]).slice(0, MAX_KEYWORDS),
    file_hints: unique([
      ...linked,
      ...paths,
      ...backticked.filter((inside) => /^[\p{L}\p{M}\p{N}_./-]+\.\w{1,5}$/u.test(inside)),
    ]),
    symbol_hints: symbols,
    error_patterns: unique([...(text.match(ERROR_NAME) ?? []), ...errorLines]),
    concepts: [],
    title,
    frames,
    modules: unique([...modulesOf(plain), ...(ofMachine.length === 1 ? ofMachine : [])]),
    phrases: phrases.slice(0, 40),
    ...omitUndefined({ scope }),
  }
}

function modulesOf(text: string): readonly string[] {
  return [...text.matchAll(MODULE)].map(([name]) => name)
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)]
}
