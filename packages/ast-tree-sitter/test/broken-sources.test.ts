import type { RepoPath } from '@chronicle/schema'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { expect, it } from 'vitest'
import { fixtures } from './fixtures.ts'

const parser = createTreeSitterParser()

/** By path, sources in the middle of an edit, with the lines and names of the units that can still be found. */
const BROKEN: Readonly<Record<string, readonly [source: string, units: readonly string[]]>> = {
  'client.ts': [
    `class Client {
  connect() {
    if (this.open {
  }

  close() {}
}

function main() {
  new Client().connect()
}
`,
    ['1-7 class Client', '2-4 method Client::connect', '6-6 method Client::close', '9-11 function main'],
  ],
  'client.rs': [
    `impl Client {
    fn connect(&self) {
        match x {
    }

    fn close(&self) {}
}

fn main() {}
`,
    ['1-7 impl Client', '2-4 method Client::connect', '6-6 method Client::close', '9-9 function main'],
  ],
  'client.py': [
    `class Client:
    def connect(self):
        return open(self.host

    def close(self):
        pass


def main():
    pass
`,
    ['1-6 class Client', '2-2 method Client::connect', '5-6 method Client::close', '9-10 function main'],
  ],
  'client.go': [
    `package client

func (c *Client) Connect() error {
	if err := dial(; err != nil {
	}
	return nil
}

func main() {
`,
    ['3-7 method Client::Connect', '9-9 function main'],
  ],
  'Client.java': [
    `class Client {
    void connect() {
        if (open {
        }
    }

    void close() {}
}

class Main {
    void main() {}
}
`,
    [
      '1-8 class Client',
      '2-5 method Client::connect',
      '7-7 method Client::close',
      '10-12 class Main',
      '11-11 method Main::main',
    ],
  ],
  'client.rb': [
    `class Client
  def connect
    dial(
  end

  def close
  end
end

def main
end
`,
    ['1-8 class Client', '2-4 method Client::connect', '6-7 method Client::close', '10-11 function main'],
  ],
  'Client.cs': [
    `namespace Net
{
    class Client
    {
        void Connect(Uri uri
        {
        }

        void Close() { }
    }

    class Main { }
}
`,
    [
      '1-13 namespace Net',
      '3-10 class Net::Client',
      '5-7 method Net::Client::Connect',
      '9-9 method Net::Client::Close',
      '12-12 class Net::Main',
    ],
  ],
  'settings.json': [
    '{ "a": { "b": 1, },\n  "c": [1,\n  "d": 2\n}\n',
    ['1-1 config a', '1-1 config a::b', '2-4 config c'],
  ],
  'settings.toml': [
    '[a]\nb = [1,\nc = "x\n\n[d]\ne = 1\n',
    ['1-3 config a', '2-2 config a::b', '3-3 config a::c', '5-6 config d', '6-6 config d::e'],
  ],
  'settings.yaml': ['a:\n  b: "x\n\nc: 1\n', ['1-4 config a', '2-4 config a::b']],
}

it.each(Object.entries(BROKEN))('finds what is whole in %s', async (path, [source, units]) => {
  const outline = (await parser.outline({ path: path as RepoPath, text: source }))._unsafeUnwrap()
  expect(outline.units.map((unit) => `${unit.lines.start}-${unit.lines.end} ${unit.type} ${unit.name}`)).toEqual(units)
  expect(outline.partial).toBe(true)
})

/*
 * When one bracket or quote is missing, most units that do not contain it are still found under their names. These
 * minimum shares are lower than those measured, for a sample of the removals in a fixture.
 */
const MIN_KEPT_SHARE: Readonly<Record<string, number>> = { json: 0.7, jsonc: 0.7, yaml: 0.75, ruby: 0.85, cpp: 0.85 }

it.each(fixtures)('keeps most units of $path when a bracket is missing', async ({ path, text }) => {
  const whole = (await parser.outline({ path: path as RepoPath, text }))._unsafeUnwrap()
  const signs = [...text.matchAll(/[{}()[\]"']/gu)].map((match) => match.index)
  const step = Math.max(1, Math.floor(signs.length / 20))
  let wanted = 0
  let kept = 0
  for (const at of signs.filter((_sign, index) => index % step === 0)) {
    const line = text.slice(0, at).split('\n').length
    const outline = await parser.outline({ path: path as RepoPath, text: text.slice(0, at) + text.slice(at + 1) })
    const found = new Set(outline._unsafeUnwrap().units.map(({ name, lines }) => `${name}@${lines.start}`))
    const elsewhere = whole.units.filter(({ lines }) => line < lines.start || lines.end < line)
    wanted += elsewhere.length
    kept += elsewhere.filter(({ name, lines }) => found.has(`${name}@${lines.start}`)).length
  }
  expect(kept / wanted).toBeGreaterThan(MIN_KEPT_SHARE[whole.language] ?? 0.9)
})
