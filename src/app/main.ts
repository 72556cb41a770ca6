import { enableCompileCache } from 'node:module'

// Some libraries have slower development builds. They read NODE_ENV when they are loaded.
process.env.NODE_ENV ??= 'production'
enableCompileCache()
const { run } = await import('./cli/program.ts')
process.exitCode = await run(process.argv.slice(2), process.env, {
  out: (line) => console.log(line),
  err: (line) => console.error(line),
})
