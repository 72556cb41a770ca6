// Runs a TypeScript file of this project: `node scripts/run.js FILE [ARGUMENT…]`.
// Plain JavaScript, because the Node that comes with the machine may be too old for anything else.
import { run } from './launcher/run.js'

const [file = '', ...args] = process.argv.slice(2)
await run(file, args)
