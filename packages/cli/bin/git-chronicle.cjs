#!/usr/bin/env node
// Committed rather than built, so that installing can link the command before the first build.
require('../dist/start.cjs')
