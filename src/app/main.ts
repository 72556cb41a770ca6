import { enableCompileCache } from 'node:module'

// Libraries that have slower twins for developers ask for this before they are read.
process.env.NODE_ENV ??= 'production'
enableCompileCache()
const { run } = await import('./cli/program.ts')
process.exitCode = await run(process.argv.slice(2), process.env, {
  out: (line) => console.log(line),
  err: (line) => console.error(line),
})
