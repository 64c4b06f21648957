import type { Scenario } from './run-scenario.ts'

/** Three commits, each with a unit of its own; `alpha` and `gamma` share a file. */
const THREE = 'add alpha a.ts; add beta b.ts; add gamma a.ts\n'

/** A branch `up` from `at`, with lines put in above those of a file, and `main` again. */
function up(at: string, file: string): string {
  return `git checkout -q -b up ${at}; top ${file}; ci up; git checkout -q main\n`
}

const AMEND = 'git commit -q -a --amend --no-edit'

const AMENDS: readonly Scenario[] = [
  { name: 'nothing is rewritten', script: THREE },
  {
    name: 'amend: another message',
    script: `${THREE}git commit -q --amend -m 'gamma, in other words'`,
    expected: ['alpha@add alpha', 'beta@add beta', 'gamma@gamma, in other words'],
  },
  { name: 'amend: another author', script: `${THREE}git commit -q --amend --no-edit --author 'Bo <bo@example.com>'` },
  { name: 'amend: lines are put in above', script: `${THREE}top a.ts; ${AMEND}` },
  {
    name: 'amend: the unit itself is changed',
    script: `${THREE}edit a.ts 'return "gamma"' 'const text = "gamma"; return text'; ${AMEND}`,
  },
  {
    name: 'amend: the unit gets another name',
    script: `${THREE}edit a.ts 'function gamma' 'function third'; ${AMEND}`,
  },
  {
    name: 'amend: the file gets another name',
    script: `add alpha a.ts; git mv a.ts z.ts; ${AMEND}`,
    expected: ['alpha@add alpha'],
  },
  {
    name: 'amend: the unit goes to another file',
    script: `add alpha a.ts; add gamma a.ts; git show HEAD^:a.ts > a.ts; fn gamma c.ts; ${AMEND}`,
    expected: ['alpha@add alpha', 'gamma@add gamma'],
  },
  {
    name: 'amend: the unit is taken out again',
    script: `add alpha a.ts; git show HEAD^:a.ts > a.ts; echo '// nothing' >> a.ts; ${AMEND}`,
    expected: ['alpha?add alpha'],
  },
  { name: 'amend: five times', script: `${THREE}for i in 1 2 3 4 5; do top a.ts; ${AMEND}; done` },
  {
    name: 'amend: nothing is recorded on the commit',
    script: `${THREE}fn delta c.ts; ci plain; fn eps c.ts; ${AMEND}`,
  },
  {
    name: 'amend: what is recorded about code that the commit did not write',
    script: `${THREE}git notes --ref=chronicle remove $beta; echo '// more' >> c.ts; ci more; noted HEAD beta b.ts; top b.ts; ${AMEND}`,
    expected: ['alpha@add alpha', 'beta@more', 'gamma@add gamma'],
  },
  {
    name: 'amend: a root commit',
    script: `git checkout -q --orphan fresh; git rm -q -rf .; fn alpha a.ts; ci root; noted HEAD alpha a.ts; top a.ts; ${AMEND}`,
    expected: ['alpha@root'],
  },
  {
    name: 'amend: a merge',
    script: `add alpha a.ts; git notes --ref=chronicle remove $alpha; git checkout -q -b side HEAD^; add beta b.ts; git checkout -q main; git merge -q --no-edit side; noted HEAD alpha a.ts; git commit -q --amend -m merged`,
    expected: ['alpha@merged', 'beta@add beta'],
  },
  {
    name: 'amend: a path with spaces, quotes and letters of other alphabets, from a folder',
    script: `mkdir -p "o'dd dir/ü"; fn alpha "o'dd dir/ü/ä b.ts"; ci odd; noted HEAD alpha "o'dd dir/ü/ä b.ts"; cd "o'dd dir"; top "ü/ä b.ts"; ${AMEND}`,
    expected: ['alpha@odd'],
  },
  {
    name: 'amend: a commit that was amended already gets a note of its own',
    script: `add alpha a.ts; top a.ts; ${AMEND}; git notes --ref=chronicle remove HEAD; fn beta a.ts; ${AMEND}; noted HEAD beta a.ts; top a.ts; ${AMEND}`,
    expected: ['beta@add alpha'],
    left: ['alpha'],
  },
]

const REBASES: readonly Scenario[] = [
  { name: 'rebase: onto other work in the same file', script: `${THREE}${up('HEAD~3', 'a.ts')}git rebase -q up` },
  {
    name: 'rebase: onto a branch that renamed the file',
    script: `for i in 1 2 3 4 5 6 7 8 9; do echo "// $i" >> a.ts; done; ci long; add alpha a.ts; add gamma a.ts; git checkout -q -b up HEAD~2; git mv a.ts renamed.ts; ci up; git checkout -q main; git rebase -q up`,
    expected: ['alpha@add alpha', 'gamma@add gamma'],
  },
  {
    name: 'rebase: reordered',
    script: `${THREE}plan HEAD~2 <<END
pick $gamma
pick $beta
END`,
  },
  {
    name: 'rebase: one is dropped',
    script: `${THREE}plan HEAD~2 <<END
pick $gamma
END`,
    expected: ['alpha@add alpha', 'gamma@add gamma'],
    left: ['beta'],
  },
  {
    name: 'rebase: two are squashed',
    script: `${THREE}plan HEAD~2 <<END
pick $beta
squash $gamma
END`,
    expected: ['alpha@add alpha', 'beta@add beta', 'gamma@add beta'],
  },
  {
    name: 'rebase: four become one',
    script: `${THREE}add delta c.ts; plan HEAD~4 <<END
pick $alpha
squash $beta
fixup $gamma
squash $delta
END`,
    expected: ['alpha@add alpha', 'beta@add alpha', 'delta@add alpha', 'gamma@add alpha'],
  },
  {
    name: 'rebase: a fixup with a unit of its own, out of order',
    script: `${THREE}plan HEAD~3 <<END
pick $alpha
fixup $gamma
pick $beta
END`,
    expected: ['alpha@add alpha', 'beta@add beta', 'gamma@add alpha'],
  },
  {
    name: 'rebase: autosquash',
    script: `${THREE}top b.ts; git add -A; git commit -q --fixup $beta; git rebase -q -i --autosquash HEAD~4`,
  },
  {
    name: 'rebase: autosquash with an annotated fixup',
    script: `${THREE}fn delta b.ts; git add -A; git commit -q --fixup $beta; noted HEAD delta b.ts; git rebase -q -i --autosquash HEAD~4`,
    expected: ['alpha@add alpha', 'beta@add beta', 'delta@add beta', 'gamma@add gamma'],
  },
  {
    name: 'rebase: reworded',
    script: `${THREE}printf '#!/bin/sh\\necho have beta > "$1"\\n' > "$work/editor"; chmod +x "$work/editor"; export GIT_EDITOR="$work/editor"; plan HEAD~2 <<END
reword $beta
pick $gamma
END`,
    expected: ['alpha@add alpha', 'beta@have beta', 'gamma@add gamma'],
  },
  {
    name: 'rebase: edited in the middle',
    script: `${THREE}plan HEAD~2 <<END
edit $beta
pick $gamma
END
top b.ts; ${AMEND}; git rebase --continue`,
  },
  {
    name: 'rebase: a commit is split by file',
    script: `fn alpha a.ts; fn beta b.ts; ci both; both=$(git rev-parse HEAD); noted HEAD alpha a.ts beta b.ts; add gamma a.ts; plan HEAD~2 <<END
edit $both
pick $gamma
END
git reset -q HEAD^; git add a.ts; git commit -q -m 'first part'; git add b.ts; git commit -q -m 'second part'; git rebase --continue`,
    expected: ['alpha@first part', 'beta@second part', 'gamma@add gamma'],
  },
  {
    name: 'rebase: a commit is split within a file, the later lines first',
    script: `fn alpha a.ts; fn beta a.ts; ci both; both=$(git rev-parse HEAD); noted HEAD alpha a.ts beta a.ts; plan HEAD~1 <<END
edit $both
END
git reset -q HEAD^; cp a.ts "$work/whole"; git checkout -q a.ts; fn beta a.ts; ci 'first part'; cp "$work/whole" a.ts; ci 'second part'; git rebase --continue`,
    expected: ['alpha@second part', 'beta@first part'],
  },
  {
    name: 'rebase: a commit is split in three, with an empty one between',
    script: `fn alpha a.ts; fn beta b.ts; fn gamma c.ts; ci all; whole=$(git rev-parse HEAD); noted HEAD alpha a.ts beta b.ts gamma c.ts; plan HEAD~1 <<END
edit $whole
END
git reset -q HEAD^; git add c.ts; git commit -q -m one; git commit -q --allow-empty -m empty; git add b.ts; git commit -q -m two; git add a.ts; git commit -q -m three; git rebase --continue`,
    expected: ['alpha@three', 'beta@two', 'gamma@one'],
  },
  {
    name: 'rebase: a unit goes over to another commit',
    script: `fn alpha a.ts; fn beta b.ts; ci both; both=$(git rev-parse HEAD); noted HEAD alpha a.ts beta b.ts; add gamma c.ts; plan HEAD~2 <<END
edit $both
edit $gamma
END
git show HEAD^:b.ts > b.ts; ${AMEND}; git rebase --continue; fn beta b.ts; ${AMEND}; git rebase --continue`,
    expected: ['alpha@both', 'beta@add gamma', 'gamma@add gamma'],
  },
  {
    name: 'rebase: a commit is put in after another',
    script: `${THREE}plan HEAD~2 <<END
edit $beta
pick $gamma
END
fn extra c.ts; ci extra; git rebase --continue`,
  },
  {
    name: 'rebase: amended, and a commit is put in after it',
    script: `${THREE}plan HEAD~2 <<END
edit $beta
pick $gamma
END
top b.ts; ${AMEND}; fn extra c.ts; ci extra; git rebase --continue`,
  },
  {
    name: 'rebase: a command amends each commit',
    script: `${THREE}git rebase -q --exec 'echo x >> c.ts; ${AMEND}' HEAD~3`,
  },
  {
    name: 'rebase: a command commits after each',
    script: `${THREE}git rebase -q --exec 'echo x >> c.ts; git commit -q -a -m more' HEAD~3`,
  },
  {
    name: 'rebase: onto other work, and a command amends each commit',
    script: `${THREE}${up('HEAD~3', 'a.ts')}git rebase -q --exec 'echo x >> c.ts; ${AMEND}' up`,
  },
  {
    name: 'rebase: with a conflict',
    script: `${THREE}git checkout -q -b up HEAD~1; fn other a.ts; ci up; git checkout -q main; git rebase -q up || :; git show up:a.ts > a.ts; fn gamma a.ts; git add a.ts; git rebase --continue`,
  },
  {
    name: 'rebase: with a conflict that is skipped',
    script: `${THREE}git checkout -q -b up HEAD~1; fn other a.ts; ci up; git checkout -q main; git rebase -q up || :; git rebase --skip`,
    expected: ['alpha@add alpha', 'beta@add beta'],
    left: ['gamma'],
  },
  {
    name: 'rebase: a conflict in the middle is skipped',
    script: `add alpha a.ts; add beta b.ts; add gamma a.ts; add delta c.ts; git checkout -q -b up HEAD~2; fn other a.ts; ci up; git checkout -q main; git rebase -q --onto up HEAD~4 || :; git rebase --skip || git rebase --skip`,
    expected: ['alpha@add alpha', 'beta@add beta', 'delta@add delta'],
    left: ['gamma'],
  },
  {
    name: 'rebase: aborted',
    script: `${THREE}git checkout -q -b up HEAD~1; fn other a.ts; ci up; git checkout -q main; git rebase -q up || :; git rebase --abort`,
  },
  {
    name: 'rebase: aborted after commits were amended on the way',
    script: `${THREE}plan HEAD~2 <<END
edit $beta
pick $gamma
END
top b.ts; ${AMEND}; git rebase --abort; top a.ts; ${AMEND}`,
  },
  {
    name: 'rebase: with merges',
    script: `add alpha a.ts; git checkout -q -b side; add beta b.ts; git checkout -q main; add gamma c.ts; git merge -q --no-edit side; git checkout -q -b up $alpha^; echo up > up.txt; ci up; git checkout -q main; git rebase -q --rebase-merges up`,
  },
  {
    name: 'rebase: twice',
    script: `${THREE}for i in 1 2; do git checkout -q -b up$i HEAD~3; top a.ts; ci up$i; git checkout -q main; git rebase -q up$i; done`,
  },
  {
    name: 'rebase: and back by the reflog',
    script: `${THREE}${up('HEAD~3', 'a.ts')}git rebase -q up; git reset -q --hard $gamma`,
  },
  { name: 'rebase: by the old backend', script: `${THREE}${up('HEAD~3', 'b.ts')}git rebase -q --apply up` },
  {
    name: 'rebase: of a branch that is not checked out',
    script: `git checkout -q -b topic; ${THREE}git checkout -q main; top a.ts; ci up; git rebase -q main topic`,
  },
  {
    name: 'rebase: in a linked worktree',
    script: `git checkout -q -b topic; ${THREE}git checkout -q main; top a.ts; ci up; git worktree add -q "$work/linked tree" topic; cd "$work/linked tree"; git rebase -q main`,
    folder: 'linked tree',
  },
  {
    name: 'pull --rebase',
    script: `git init -q --bare "$work/remote"; git remote add origin "$work/remote"; git push -q -u origin main; git clone -q -b main "$work/remote" "$work/other"; (cd "$work/other"; git config user.name Bo; git config user.email bo@example.com; top a.ts; ci theirs; git push -q); ${THREE}git pull -q --rebase`,
  },
]

const OTHERS: readonly Scenario[] = [
  {
    name: 'cherry-pick',
    script: `git branch side; ${THREE}git checkout -q side; top b.ts; ci side; git cherry-pick $beta`,
    expected: ['beta@add beta'],
    left: ['alpha', 'gamma'],
  },
  {
    name: 'cherry-pick: several, with -x',
    script: `git branch side; ${THREE}git checkout -q side; echo side > s.txt; ci side; git cherry-pick -x $alpha $beta`,
    expected: ['alpha@add alpha', 'beta@add beta'],
    left: ['gamma'],
  },
  {
    name: 'cherry-pick: with a conflict',
    script: `add alpha a.ts; git branch side; add gamma a.ts; git checkout -q side; fn other a.ts; ci other; git cherry-pick $gamma || :; git show side:a.ts > a.ts; fn gamma a.ts; git add a.ts; git cherry-pick --continue`,
    expected: ['alpha@add alpha', 'gamma@add gamma'],
  },
  {
    name: 'cherry-pick: with a conflict, ended by commit',
    script: `add alpha a.ts; git branch side; add gamma a.ts; git checkout -q side; fn other a.ts; ci other; git cherry-pick $gamma || :; git show side:a.ts > a.ts; fn gamma a.ts; git add a.ts; git commit -q --no-edit`,
    expected: ['alpha@add alpha', 'gamma@add gamma'],
  },
  {
    name: 'cherry-pick: then merged',
    script: `git branch side; add alpha a.ts; git checkout -q side; echo s > s.txt; ci side; git cherry-pick $alpha; git merge -q --no-edit main`,
    expected: ['alpha@add alpha', 'alpha@add alpha'],
  },
  {
    name: 'cherry-pick: then amended',
    script: `git branch side; ${THREE}git checkout -q side; top b.ts; ci side; git cherry-pick $beta; top b.ts; ${AMEND}`,
    expected: ['beta@add beta'],
    left: ['alpha', 'gamma'],
  },
  {
    name: 'revert',
    script: `${THREE}git revert --no-edit $beta`,
    hidden: ['beta'],
  },
  {
    name: 'merge',
    script: `git checkout -q -b side; ${THREE}git checkout -q main; top a.ts; ci main; git merge -q --no-edit side`,
  },
  {
    name: 'merge --squash',
    script: `git checkout -q -b side; ${THREE}git checkout -q main; top a.ts; ci main; git merge -q --squash side; git commit -q --no-edit`,
    expected: ['alpha', 'beta', 'gamma'].map((unit) => `${unit}@Squashed commit of the following:`),
  },
  {
    name: 'merge --squash: with a message of its own',
    script: `git checkout -q -b side; ${THREE}git checkout -q main; git merge -q --squash side; git commit -q -m 'all of it'`,
    expected: ['alpha@all of it', 'beta@all of it', 'gamma@all of it'],
  },
  {
    name: 'merge --squash: given up, then another commit',
    script: `git checkout -q -b side; add alpha a.ts; git checkout -q main; git merge -q --squash side; git reset -q --hard; echo more > d.txt; ci more`,
    expected: [],
    left: ['alpha'],
  },
  {
    name: 'reset --soft: committed again as one',
    script: `${THREE}git reset -q --soft HEAD~2; git commit -q -m both`,
    expected: ['alpha@add alpha', 'beta@both', 'gamma@both'],
  },
  {
    name: 'reset: committed again in two',
    script: `fn alpha a.ts; fn beta b.ts; ci both; noted HEAD alpha a.ts beta b.ts; git reset -q HEAD^; git add a.ts; git commit -q -m 'first part'; git add b.ts; git commit -q -m 'second part'`,
    expected: ['alpha@first part', 'beta@second part'],
  },
  {
    name: 'reset --hard: given up',
    script: `${THREE}git reset -q --hard HEAD~1; fn other c.ts; ci other`,
    expected: ['alpha@add alpha', 'beta@add beta'],
    left: ['gamma'],
  },
]

export const SCENARIOS: readonly Scenario[] = [...AMENDS, ...REBASES, ...OTHERS]
