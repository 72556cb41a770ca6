#!/usr/bin/env node
// The command `bestow`.
import { run } from './launcher/run.js'

await run('src/app/main.ts', process.argv.slice(2))
