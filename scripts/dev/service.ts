import { enableCompileCache } from 'node:module'

/*
 * The service as a child process of `npm run dev`. It is `serve` without the command line, which reduces an
 * unexpected error to its message: here Node prints the stack, and the line of a syntax error.
 */
process.env.NODE_ENV ??= 'production' // as src/app/main.ts
enableCompileCache()
const { readConfig } = await import('#platform/config/config')
const { runService } = await import('#app/run-service')
await runService(readConfig(process.env), { roles: ['api', 'web', 'worker'] })
