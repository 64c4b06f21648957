/*
 * Format of the discussions to be judged, in `packages/workspace/samples/discussions`:
 *
 *   == github squash 12 ana: Title        the host, how it was merged, its number, its author and its title
 *   the description, until the first --
 *   -- commit: message                    a proposed commit
 *   -- file src/a.ts                      its change: lines with + and -, and context lines
 *   -- thread src/a.ts @ part of a line   a thread on that line of the file; [resolved] at the end marks it resolved
 *   ana: a remark                         "bot:name" is an account that the host marks as a program
 *   -- talk                               remarks about the change as a whole
 *
 * `\n` in a remark is a line break.
 */

/** A merged change and the discussion of it. */
export interface ScriptedDiscussion {
  readonly host: 'github' | 'gitlab'
  readonly manner: 'merge' | 'squash' | 'rebase'
  readonly number: number
  readonly author: string
  readonly title: string
  readonly description: string
  readonly commits: readonly WrittenCommit[]
  readonly threads: readonly WrittenThread[]
  readonly talk: readonly WrittenRemark[]
}

export interface WrittenCommit {
  readonly message: string
  readonly files: readonly { readonly path: string; readonly before: string; readonly after: string }[]
}

export interface WrittenThread {
  readonly path: string
  readonly at: string
  readonly resolved: boolean
  readonly remarks: readonly WrittenRemark[]
}

export interface WrittenRemark {
  readonly by: string
  readonly isProgram: boolean
  readonly text: string
}

/** Parses a file of discussions. */
export function parseDiscussions(text: string): readonly ScriptedDiscussion[] {
  return text
    .split(/^== /mu)
    .slice(1)
    .map((each) => parseDiscussion(each))
}

function parseDiscussion(text: string): ScriptedDiscussion {
  const [opening = '', ...sections] = text.split(/^-- /mu)
  const [, host, mergeMethod, number, author = '', title = '', description = ''] =
    /^(github|gitlab) (merge|squash|rebase) (\d+) ([\w-]+): (.*)\n([^]*)$/u.exec(opening) ?? []
  if (host === undefined) throw new Error(`No discussion begins with: ${opening.slice(0, 80)}`)
  const commits: { message: string; files: WrittenCommit['files'][number][] }[] = []
  const threads: WrittenThread[] = []
  const conversation: WrittenRemark[] = []
  for (const section of sections) {
    const end = section.indexOf('\n')
    const [kind = '', rest] = [section.slice(0, end), section.slice(end + 1).replace(/\n+$/u, '')]
    if (kind.startsWith('commit: ')) commits.push({ message: [kind.slice(8), rest].join('\n').trim(), files: [] })
    else if (kind.startsWith('file ')) commits.at(-1)?.files.push({ path: kind.slice(5), ...sidesOf(rest) })
    else if (kind === 'talk') conversation.push(...remarksOf(rest))
    else {
      const [, path = '', at = '', resolved] = /^thread (\S+) @ (.+?)( \[resolved\])?$/u.exec(kind) ?? []
      if (path === '') throw new Error(`No section is called: ${kind}`)
      threads.push({ path, at, resolved: resolved !== undefined, remarks: remarksOf(rest) })
    }
  }
  return {
    ...{ host: host as ScriptedDiscussion['host'], manner: mergeMethod as ScriptedDiscussion['manner'] },
    ...{ number: Number(number), author, title, description: description.trim(), commits, threads, talk: conversation },
  }
}

function sidesOf(diff: string): { readonly before: string; readonly after: string } {
  const side = (left: string): string => {
    const lines = diff.split('\n').filter((line) => line === '' || line.startsWith(' ') || line.startsWith(left))
    return lines.map((line) => `${line.slice(1)}\n`).join('')
  }
  const isNew = diff.split('\n').every((line) => line === '' || line.startsWith('+'))
  return { before: isNew ? '' : side('-'), after: side('+') }
}

function remarksOf(text: string): readonly WrittenRemark[] {
  return text.split('\n').flatMap((line) => {
    const [, program, by = '', words = ''] = /^(bot:)?([\w[\]-]+): (.*)$/u.exec(line) ?? []
    if (by === '') throw new Error(`Nobody says: ${line}`)
    return [{ by, isProgram: program !== undefined, text: words.replaceAll('\\n', '\n') }]
  })
}
