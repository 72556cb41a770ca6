import { enableCompileCache } from 'node:module'

enableCompileCache()
const { run } = await import('./cli/program.ts')
process.exitCode = await run(process.argv.slice(2), process.env, {
  out: (line) => console.log(line),
  err: (line) => console.error(line),
})
