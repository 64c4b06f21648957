import { expect, test } from 'vitest'
import { importedNames } from './imported-names.ts'

test.each<[string, string, readonly string[] | undefined]>([
  ['src/a.ts', "import { retry, type Backoff as Delay } from '../net/a.ts'", ['retry', 'Backoff']],
  ['src/a.ts', "import type { Backoff } from '../net/a.ts'", ['Backoff']],
  ['src/a.ts', "export { retry as again } from '../net/a.ts'", ['retry']],
  ['src/a.js', "const { retry: again, stop } = require('../net/a')", ['retry', 'stop']],
  ['src/a.py', 'from ..net.a import retry, Backoff as Delay', ['retry', 'Backoff']],
  ['src/net/client.rs', 'use crate::net::client::{Client, connect as dial};', ['Client', 'connect']],
  ['src/net/client.rs', 'pub(crate) use crate::net::client::Client;', ['Client']],
  ['src/a.js', 'let {stop}=await import("../net/a")', ['stop']],
  ['src/a.js', 'var { stop } = load("../net/a")', undefined],
  ['src/a.ts', "import { , retry , } from '../net/a.ts'", ['retry']],
  ['src/a.ts', "import {} from '../net/a.ts'", undefined],
  ['src/a.ts', "export type { Backoff } from '../net/a.ts'", ['Backoff']],
  ['src/a.ts', "  import { typed } from '../net/a.ts'  ", ['typed']],
  ['src/a.py', 'from ..net.a import (retry, Backoff)  # both', ['retry', 'Backoff']],
  ['src/a.py', 'from ..net.a import retry  ', ['retry']],
  ['src/a.py', 'from ..net.a import retry; stop()', undefined],
  ['src/net/client.rs', 'use crate::net::client::Client', ['Client']],
  ['src/net/client.rs', 'use crate::net::client::Client as C;', ['Client']],
  ['src/net/client.rs', 'use crate::net::client as c ;', undefined],
  ['src/net/client.rs', 'let x = use crate::net::client::Client;', undefined],
  ['src/net/client.rs', 'use crate::net::client::Client; // here', undefined],
  ['src/net/client.rs', 'use crate::net::other_client;', ['other_client']],
  ['src/net/client.rs', 'use super::*;', undefined],
  ['src/a.ts', "import * as net from '../net/a.ts'", undefined],
  ['src/a.ts', "import net from '../net/a.ts'", undefined],
  ['src/a.ts', "import { default as net } from '../net/a.ts'", undefined],
  ['src/a.ts', "} from '../net/a.ts'", undefined],
  ['src/a.ts', "import '../net/a.ts'", undefined],
  ['src/a.py', 'from ..net.a import *', undefined],
  ['src/net/client.rs', 'use crate::net::client;', undefined],
  ['src/net/mod.rs', 'use crate::net;', undefined],
  ['src/net/client.rs', 'use crate::net::client::{self, Client};', undefined],
  ['src/a.py', 'from ..net.a import (\n  retry,\n  Backoff,\n)', ['retry', 'Backoff']],
  ['src/a.py', 'from ..net.a import # nothing', undefined],
  ['src/a.ts', 'assumes that retries end within 5 s', undefined],
])('%s: %s', (file, nature, names) => {
  expect(importedNames({ file, anchor: '', nature })).toEqual(names)
})

test('a long text is read at once', () => {
  const blank = ' '.repeat(300_000)
  expect(importedNames({ file: 'a.py', anchor: '', nature: `from a import b${blank}!` })).toBeUndefined()
  expect(importedNames({ file: 'a.py', anchor: '', nature: `from a import b${blank}c` })).toEqual(['b c'])
})
