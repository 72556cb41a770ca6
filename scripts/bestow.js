#!/usr/bin/env node
// Runs the `bestow` command.
import { run } from './launcher/run.js'

await run('src/app/main.ts', process.argv.slice(2))
