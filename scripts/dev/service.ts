import { enableCompileCache } from 'node:module'

/*
 * Runs the service as a child process of `npm run dev`. It is `serve` without the command line. The
 * command line reduces an unexpected error to its message, but this process lets Node print the stack,
 * and the line of a syntax error.
 */
process.env.NODE_ENV ??= 'production' // the same default as src/app/main.ts
enableCompileCache()
const { readConfig } = await import('#platform/config/config')
const { runService } = await import('#app/run-service')
await runService(readConfig(process.env), { roles: ['api', 'web', 'worker'] })
