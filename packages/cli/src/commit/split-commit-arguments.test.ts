import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCommitArguments, separateArguments } from './split-commit-arguments.ts'

const split = (...argv: readonly string[]): unknown =>
  separateArguments(argv).andThen(parseCommitArguments)._unsafeUnwrap()
const problem = (...argv: readonly string[]): string =>
  separateArguments(argv).andThen(parseCommitArguments)._unsafeUnwrapErr().message

describe('the arguments of commit', () => {
  it('takes what is ours, and leaves the rest in order', () => {
    expect(
      split(
        '-am',
        'Retry',
        '--task',
        'T-1',
        '--reasoning=It restarts',
        '--amend',
        '--tags',
        'a, b',
        '--tags=c',
        'src/a.ts',
      ),
    ).toEqual({
      stated: { task: 'T-1', reasoning: 'It restarts', tags: ['a', 'b', 'c'], rejected: [], notes: [] },
      format: 'pretty',
      help: false,
      forGit: ['-am', 'Retry', '--amend', 'src/a.ts'],
    })
  })

  it.each([
    '-m --task',
    '-am --help',
    '-m--task',
    '--mess --task x',
    '--trailer --tags -S -uno',
    '-C --task',
    '-- --task x -h',
    '-',
  ])('leaves to git what is the value of an option of git: %s', (line) => {
    const forGit = line.split(' ')
    expect(split(...forGit)).toMatchObject({ forGit, stated: { tags: [], rejected: [] }, help: false })
  })

  it('takes ours behind an option of git whose value is attached', () => {
    expect(split('-Skey', '--task', 'x')).toMatchObject({ forGit: ['-Skey'], stated: { task: 'x' } })
    expect(split('--message=m', '--task', 'x')).toMatchObject({ forGit: ['--message=m'], stated: { task: 'x' } })
    expect(split('-mfix', '--task', 'x')).toMatchObject({ forGit: ['-mfix'], stated: { task: 'x' } })
  })

  it('reads what was rejected, with its reason', () => {
    expect(split('--rejected', 'a lock: two threads wait', '--rejected', 'polling because it is late')).toMatchObject({
      stated: {
        rejected: [
          { approach: 'a lock', reason: 'two threads wait' },
          { approach: 'polling', reason: 'it is late' },
        ],
      },
    })
    expect(problem('--rejected', 'a lock')).toBe(
      `--rejected is 'a lock'; expected "approach: reason", or "approach because reason". See: git chronicle commit -h`,
    )
  })

  it('says what is missing or wrong', () => {
    expect(problem('--task')).toBe('--task needs a value. See: git chronicle commit -h')
    expect(problem('--format', 'xml')).toBe("--format is 'xml'; expected pretty or json. See: git chronicle commit -h")
    expect(split('--help')).toMatchObject({ help: true })
  })

  it('loses no argument of git', () => {
    const foreign = fc.constantFrom(...'-a -v --amend --no-edit file.ts -m text --fixup -uall -S -qm'.split(' '))
    fc.assert(
      fc.property(fc.array(foreign), (argv) => {
        expect(split(...argv)).toMatchObject({ forGit: argv })
      }),
    )
  })
})
