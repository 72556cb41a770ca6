#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 12)) {
  console.error(`bestow needs Node 22.12 or later; this is ${process.versions.node}.`)
  process.exit(1)
}

const { run } = await import('./program.ts')
const isTerminal = process.stderr.isTTY === true

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  out: (line) => console.log(line),
  err: (line) => console.error(line),
  ...(isTerminal ? { progress: (text) => process.stderr.write(`\r\u001b[K${text}`) } : {}),
})
