import { THREE, type Scenario } from './run-scenario.ts'

/**
 * Returns commands that create a branch `up` from `at`, insert lines at the top of a file, and switch back to `main`.
 */
function up(at: string, file: string): string {
  return `git checkout -q -b up ${at}; top ${file}; ci up; git checkout -q main\n`
}

const AMEND = 'git commit -q -a --amend --no-edit'

/** Scenarios by name; only the script if every annotation stays in place. */
type Scenarios = Readonly<Record<string, string | Omit<Scenario, 'name'>>>

const AMENDS: Scenarios = {
  'nothing is rewritten': THREE,
  'amend: another message': {
    script: `${THREE}git commit -q --amend -m 'gamma, in other words'`,
    expected: ['alpha@add alpha', 'beta@add beta', 'gamma@gamma, in other words'],
  },
  'amend: another author': `${THREE}git commit -q --amend --no-edit --author 'Bo <bo@example.com>'`,
  'amend: lines are put in above': `${THREE}top a.ts; ${AMEND}`,
  'amend: the unit itself is changed': `${THREE}edit a.ts 'return "gamma"' 'const text = "gamma"; return text'; ${AMEND}`,
  'amend: the unit gets another name': `${THREE}edit a.ts 'function gamma' 'function third'; ${AMEND}`,
  'amend: the file gets another name': {
    script: `add alpha a.ts; git mv a.ts z.ts; ${AMEND}`,
    expected: ['alpha@add alpha'],
  },
  'amend: the unit goes to another file': {
    script: `add alpha a.ts; add gamma a.ts; git show HEAD^:a.ts > a.ts; fn gamma c.ts; ${AMEND}`,
    expected: ['alpha@add alpha', 'gamma@add gamma'],
  },
  'amend: the unit is taken out again': {
    script: `add alpha a.ts; git show HEAD^:a.ts > a.ts; echo '// nothing' >> a.ts; ${AMEND}`,
    expected: ['alpha?add alpha'],
  },
  'amend: five times': `${THREE}for i in 1 2 3 4 5; do top a.ts; ${AMEND}; done`,
  'amend: nothing is recorded on the commit': `${THREE}fn delta c.ts; ci plain; fn eps c.ts; ${AMEND}`,
  'amend: what is recorded about code that the commit did not write': {
    script: `${THREE}git notes --ref=chronicle remove $beta; echo '// more' >> c.ts; ci more; noted HEAD beta b.ts; top b.ts; ${AMEND}`,
    expected: ['alpha@add alpha', 'beta@more', 'gamma@add gamma'],
  },
  'amend: a root commit': {
    script: `git checkout -q --orphan fresh; git rm -q -rf .; fn alpha a.ts; ci root; noted HEAD alpha a.ts; top a.ts; ${AMEND}`,
    expected: ['alpha@root'],
  },
  'amend: a merge': {
    script: `add alpha a.ts; git notes --ref=chronicle remove $alpha; git checkout -q -b side HEAD^; add beta b.ts; git checkout -q main; git merge -q --no-edit side; noted HEAD alpha a.ts; git commit -q --amend -m merged`,
    expected: ['alpha@merged', 'beta@add beta'],
  },
  'amend: a path with spaces, quotes and letters of other alphabets, from a folder': {
    script: `mkdir -p "o'dd dir/ü"; fn alpha "o'dd dir/ü/ä b.ts"; ci odd; noted HEAD alpha "o'dd dir/ü/ä b.ts"; cd "o'dd dir"; top "ü/ä b.ts"; ${AMEND}`,
    expected: ['alpha@odd'],
  },
  'amend: a commit that was amended already gets a note of its own': {
    script: `add alpha a.ts; top a.ts; ${AMEND}; git notes --ref=chronicle remove HEAD; fn beta a.ts; ${AMEND}; noted HEAD beta a.ts; top a.ts; ${AMEND}`,
    expected: ['beta@add alpha'],
    left: ['alpha'],
  },
}

const REBASES: Scenarios = {
  'rebase: onto other work in the same file': `${THREE}${up('HEAD~3', 'a.ts')}git rebase -q up`,
  'rebase: onto a branch that renamed the file': {
    script: `for i in 1 2 3 4 5 6 7 8 9; do echo "// $i" >> a.ts; done; ci long; add alpha a.ts; add gamma a.ts; git checkout -q -b up HEAD~2; git mv a.ts renamed.ts; ci up; git checkout -q main; git rebase -q up`,
    expected: ['alpha@add alpha', 'gamma@add gamma'],
  },
  'rebase: reordered': `${THREE}plan HEAD~2 <<END
pick $gamma
pick $beta
END`,
  'rebase: one is dropped': {
    script: `${THREE}plan HEAD~2 <<END
pick $gamma
END`,
    expected: ['alpha@add alpha', 'gamma@add gamma'],
    left: ['beta'],
  },
  'rebase: two are squashed': {
    script: `${THREE}plan HEAD~2 <<END
pick $beta
squash $gamma
END`,
    expected: ['alpha@add alpha', 'beta@add beta', 'gamma@add beta'],
  },
  'rebase: four become one': {
    script: `${THREE}add delta c.ts; plan HEAD~4 <<END
pick $alpha
squash $beta
fixup $gamma
squash $delta
END`,
    expected: ['alpha@add alpha', 'beta@add alpha', 'delta@add alpha', 'gamma@add alpha'],
  },
  'rebase: a fixup with a unit of its own, out of order': {
    script: `${THREE}plan HEAD~3 <<END
pick $alpha
fixup $gamma
pick $beta
END`,
    expected: ['alpha@add alpha', 'beta@add beta', 'gamma@add alpha'],
  },
  'rebase: autosquash': `${THREE}top b.ts; git add -A; git commit -q --fixup $beta; git rebase -q -i --autosquash HEAD~4`,
  'rebase: autosquash with an annotated fixup': {
    script: `${THREE}fn delta b.ts; git add -A; git commit -q --fixup $beta; noted HEAD delta b.ts; git rebase -q -i --autosquash HEAD~4`,
    expected: ['alpha@add alpha', 'beta@add beta', 'delta@add beta', 'gamma@add gamma'],
  },
  'rebase: reworded': {
    script: `${THREE}printf '#!/bin/sh\\necho have beta > "$1"\\n' > "$work/editor"; chmod +x "$work/editor"; export GIT_EDITOR="$work/editor"; plan HEAD~2 <<END
reword $beta
pick $gamma
END`,
    expected: ['alpha@add alpha', 'beta@have beta', 'gamma@add gamma'],
  },
  'rebase: edited in the middle': `${THREE}plan HEAD~2 <<END
edit $beta
pick $gamma
END
top b.ts; ${AMEND}; git rebase --continue`,
  'rebase: a commit is split by file': {
    script: `fn alpha a.ts; fn beta b.ts; ci both; both=$(git rev-parse HEAD); noted HEAD alpha a.ts beta b.ts; add gamma a.ts; plan HEAD~2 <<END
edit $both
pick $gamma
END
git reset -q HEAD^; git add a.ts; git commit -q -m 'first part'; git add b.ts; git commit -q -m 'second part'; git rebase --continue`,
    expected: ['alpha@first part', 'beta@second part', 'gamma@add gamma'],
  },
  'rebase: a commit is split within a file, the later lines first': {
    script: `fn alpha a.ts; fn beta a.ts; ci both; both=$(git rev-parse HEAD); noted HEAD alpha a.ts beta a.ts; plan HEAD~1 <<END
edit $both
END
git reset -q HEAD^; cp a.ts "$work/whole"; git checkout -q a.ts; fn beta a.ts; ci 'first part'; cp "$work/whole" a.ts; ci 'second part'; git rebase --continue`,
    expected: ['alpha@second part', 'beta@first part'],
  },
  'rebase: a commit is split in three, with an empty one between': {
    script: `fn alpha a.ts; fn beta b.ts; fn gamma c.ts; ci all; whole=$(git rev-parse HEAD); noted HEAD alpha a.ts beta b.ts gamma c.ts; plan HEAD~1 <<END
edit $whole
END
git reset -q HEAD^; git add c.ts; git commit -q -m one; git commit -q --allow-empty -m empty; git add b.ts; git commit -q -m two; git add a.ts; git commit -q -m three; git rebase --continue`,
    expected: ['alpha@three', 'beta@two', 'gamma@one'],
  },
  'rebase: a unit goes over to another commit': {
    script: `fn alpha a.ts; fn beta b.ts; ci both; both=$(git rev-parse HEAD); noted HEAD alpha a.ts beta b.ts; add gamma c.ts; plan HEAD~2 <<END
edit $both
edit $gamma
END
git show HEAD^:b.ts > b.ts; ${AMEND}; git rebase --continue; fn beta b.ts; ${AMEND}; git rebase --continue`,
    expected: ['alpha@both', 'beta@add gamma', 'gamma@add gamma'],
  },
  'rebase: a commit is put in after another': `${THREE}plan HEAD~2 <<END
edit $beta
pick $gamma
END
fn extra c.ts; ci extra; git rebase --continue`,
  'rebase: amended, and a commit is put in after it': `${THREE}plan HEAD~2 <<END
edit $beta
pick $gamma
END
top b.ts; ${AMEND}; fn extra c.ts; ci extra; git rebase --continue`,
  'rebase: a command amends each commit': `${THREE}git rebase -q --exec 'echo x >> c.ts; ${AMEND}' HEAD~3`,
  'rebase: a command commits after each': `${THREE}git rebase -q --exec 'echo x >> c.ts; git commit -q -a -m more' HEAD~3`,
  'rebase: onto other work, and a command amends each commit': `${THREE}${up('HEAD~3', 'a.ts')}git rebase -q --exec 'echo x >> c.ts; ${AMEND}' up`,
  'rebase: with a conflict': `${THREE}git checkout -q -b up HEAD~1; fn other a.ts; ci up; git checkout -q main; git rebase -q up || :; git show up:a.ts > a.ts; fn gamma a.ts; git add a.ts; git rebase --continue`,
  'rebase: with a conflict that is skipped': {
    script: `${THREE}git checkout -q -b up HEAD~1; fn other a.ts; ci up; git checkout -q main; git rebase -q up || :; git rebase --skip`,
    expected: ['alpha@add alpha', 'beta@add beta'],
    left: ['gamma'],
  },
  'rebase: a conflict in the middle is skipped': {
    script: `add alpha a.ts; add beta b.ts; add gamma a.ts; add delta c.ts; git checkout -q -b up HEAD~2; fn other a.ts; ci up; git checkout -q main; git rebase -q --onto up HEAD~4 || :; git rebase --skip || git rebase --skip`,
    expected: ['alpha@add alpha', 'beta@add beta', 'delta@add delta'],
    left: ['gamma'],
  },
  'rebase: aborted': `${THREE}git checkout -q -b up HEAD~1; fn other a.ts; ci up; git checkout -q main; git rebase -q up || :; git rebase --abort`,
  'rebase: aborted after commits were amended on the way': `${THREE}plan HEAD~2 <<END
edit $beta
pick $gamma
END
top b.ts; ${AMEND}; git rebase --abort; top a.ts; ${AMEND}`,
  'rebase: with merges': `add alpha a.ts; git checkout -q -b side; add beta b.ts; git checkout -q main; add gamma c.ts; git merge -q --no-edit side; git checkout -q -b up $alpha^; echo up > up.txt; ci up; git checkout -q main; git rebase -q --rebase-merges up`,
  'rebase: twice': `${THREE}for i in 1 2; do git checkout -q -b up$i HEAD~3; top a.ts; ci up$i; git checkout -q main; git rebase -q up$i; done`,
  'rebase: and back by the reflog': `${THREE}${up('HEAD~3', 'a.ts')}git rebase -q up; git reset -q --hard $gamma`,
  'rebase: by the old backend': `${THREE}${up('HEAD~3', 'b.ts')}git rebase -q --apply up`,
  'rebase: of a branch that is not checked out': `git checkout -q -b topic; ${THREE}git checkout -q main; top a.ts; ci up; git rebase -q main topic`,
  'rebase: in a linked worktree': {
    script: `git checkout -q -b topic; ${THREE}git checkout -q main; top a.ts; ci up; git worktree add -q "$work/linked tree" topic; cd "$work/linked tree"; git rebase -q main`,
    folder: 'linked tree',
  },
  'pull --rebase': `git init -q --bare "$work/remote"; git remote add origin "$work/remote"; git push -q -u origin main; git clone -q -b main "$work/remote" "$work/other"; (cd "$work/other"; git config user.name Bo; git config user.email bo@example.com; top a.ts; ci theirs; git push -q); ${THREE}git pull -q --rebase`,
}

const OTHERS: Scenarios = {
  'cherry-pick': {
    script: `git branch side; ${THREE}git checkout -q side; top b.ts; ci side; git cherry-pick $beta`,
    expected: ['beta@add beta'],
    left: ['alpha', 'gamma'],
  },
  'cherry-pick: several, with -x': {
    script: `git branch side; ${THREE}git checkout -q side; echo side > s.txt; ci side; git cherry-pick -x $alpha $beta`,
    expected: ['alpha@add alpha', 'beta@add beta'],
    left: ['gamma'],
  },
  'cherry-pick: with a conflict': {
    script: `add alpha a.ts; git branch side; add gamma a.ts; git checkout -q side; fn other a.ts; ci other; git cherry-pick $gamma || :; git show side:a.ts > a.ts; fn gamma a.ts; git add a.ts; git cherry-pick --continue`,
    expected: ['alpha@add alpha', 'gamma@add gamma'],
  },
  'cherry-pick: with a conflict, ended by commit': {
    script: `add alpha a.ts; git branch side; add gamma a.ts; git checkout -q side; fn other a.ts; ci other; git cherry-pick $gamma || :; git show side:a.ts > a.ts; fn gamma a.ts; git add a.ts; git commit -q --no-edit`,
    expected: ['alpha@add alpha', 'gamma@add gamma'],
  },
  'cherry-pick: then merged': {
    script: `git branch side; add alpha a.ts; git checkout -q side; echo s > s.txt; ci side; git cherry-pick $alpha; git merge -q --no-edit main`,
    expected: ['alpha@add alpha', 'alpha@add alpha'],
  },
  'cherry-pick: then amended': {
    script: `git branch side; ${THREE}git checkout -q side; top b.ts; ci side; git cherry-pick $beta; top b.ts; ${AMEND}`,
    expected: ['beta@add beta'],
    left: ['alpha', 'gamma'],
  },
  revert: {
    script: `${THREE}git revert --no-edit $beta`,
    hidden: ['beta'],
  },
  merge: `git checkout -q -b side; ${THREE}git checkout -q main; top a.ts; ci main; git merge -q --no-edit side`,
  'merge --squash': {
    script: `git checkout -q -b side; ${THREE}git checkout -q main; top a.ts; ci main; git merge -q --squash side; git commit -q --no-edit`,
    expected: ['alpha', 'beta', 'gamma'].map((unit) => `${unit}@Squashed commit of the following:`),
  },
  'merge --squash: with a message of its own': {
    script: `git checkout -q -b side; ${THREE}git checkout -q main; git merge -q --squash side; git commit -q -m 'all of it'`,
    expected: ['alpha@all of it', 'beta@all of it', 'gamma@all of it'],
  },
  'merge --squash: given up, then another commit': {
    script: `git checkout -q -b side; add alpha a.ts; git checkout -q main; git merge -q --squash side; git reset -q --hard; echo more > d.txt; ci more`,
    expected: [],
    left: ['alpha'],
  },
  'reset --soft: committed again as one': {
    script: `${THREE}git reset -q --soft HEAD~2; git commit -q -m both`,
    expected: ['alpha@add alpha', 'beta@both', 'gamma@both'],
  },
  'reset: committed again in two': {
    script: `fn alpha a.ts; fn beta b.ts; ci both; noted HEAD alpha a.ts beta b.ts; git reset -q HEAD^; git add a.ts; git commit -q -m 'first part'; git add b.ts; git commit -q -m 'second part'`,
    expected: ['alpha@first part', 'beta@second part'],
  },
  'reset --hard: given up': {
    script: `${THREE}git reset -q --hard HEAD~1; fn other c.ts; ci other`,
    expected: ['alpha@add alpha', 'beta@add beta'],
    left: ['gamma'],
  },
}

export const SCENARIOS: readonly Scenario[] = Object.entries({ ...AMENDS, ...REBASES, ...OTHERS }).map(
  ([name, scenario]) => ({ name, ...(typeof scenario === 'string' ? { script: scenario } : scenario) }),
)
