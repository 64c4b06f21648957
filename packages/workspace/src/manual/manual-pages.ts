import { createProgram, SETTINGS } from '@chronicle/cli'
import manifest from '@chronicle/cli/package.json' with { type: 'json' }
import { commandsWithPages, manualPage, pageName, type Term } from './manual-page.ts'

/** Returns every page by its file name: `git-chronicle-read.1`. */
export function manualPages(): ReadonlyMap<string, string> {
  const { version } = manifest
  const streams = { write: () => true, columns: 100 }
  const io = { stdin: process.stdin, stdout: streams, stderr: streams, env: {}, cwd: '/', setExitCode: () => undefined }
  const program = createProgram({ io })
  const sections = [{ heading: 'CONFIGURATION', terms: settingTerms() }]
  const pages = commandsWithPages(program).map(
    (command) => [`${pageName(command)}.1`, manualPage(command, { version })] as const,
  )
  return new Map([[`${pageName(program)}.1`, manualPage(program, { version, sections })], ...pages])
}

/** Returns where each setting can be made, in order of precedence. */
function settingTerms(): readonly Term[] {
  return Object.values(SETTINGS).map(({ description, env, expects, git, toml }) => {
    const places = [
      ...(git === undefined ? [] : [`git config chronicle.${git}`]),
      ...(toml === undefined ? [] : [`chronicle.${toml} in .chronicle-config.toml`]),
    ]
    const elsewhere = places.length === 0 ? '' : ` Also: ${places.join('; ')}.`
    return { term: env, meaning: `${description}: ${expects}.${elsewhere}` }
  })
}
