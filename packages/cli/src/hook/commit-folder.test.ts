import { expect, test } from 'vitest'
import { commitFolder } from './commit-folder.ts'

test.each([
  ['git commit -m x', ''],
  ['git add -A && git commit -qm "x"', ''],
  ['cd a; GIT_EDITOR=true A=1 git -C "sub" -c user.name=x --no-pager commit --amend', 'sub'],
  ["git commit -F - <<'EOF'\ngit status\nEOF", ''],
  ['(git commit -m x)', ''],
  ['git chronicle commit -m x', ''],
  ['git log --grep commit', undefined],
  ['echo git commit', undefined],
  ['git commit --dry-run', undefined],
  ['git commit-tree x', undefined],
  ['git', undefined],
  ['', undefined],
])('%j', (command, folder) => {
  expect(commitFolder(command)).toBe(folder)
})
