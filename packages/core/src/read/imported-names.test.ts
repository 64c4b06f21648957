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
  ['src/a.ts', "import * as net from '../net/a.ts'", undefined],
  ['src/a.ts', "import net from '../net/a.ts'", undefined],
  ['src/a.ts', "import { default as net } from '../net/a.ts'", undefined],
  ['src/a.ts', "} from '../net/a.ts'", undefined],
  ['src/a.ts', "import '../net/a.ts'", undefined],
  ['src/a.py', 'from ..net.a import *', undefined],
  ['src/net/client.rs', 'use crate::net::client;', undefined],
  ['src/net/mod.rs', 'use crate::net;', undefined],
  ['src/net/client.rs', 'use crate::net::client::{self, Client};', undefined],
  ['src/a.ts', 'assumes that retries end within 5 s', undefined],
])('%s: %s', (file, nature, names) => {
  expect(importedNames({ file, anchor: '', nature })).toEqual(names)
})
