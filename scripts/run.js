// Runs a TypeScript file of this project: `node scripts/run.js FILE [ARGUMENT…]`.
// Plain JavaScript, because the installed Node may be too old to run TypeScript.
import { run } from './launcher/run.js'

const [file = '', ...args] = process.argv.slice(2)
await run(file, args)
