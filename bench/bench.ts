/** `npm run bench`: every figure of bench/README.md, one after the other. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

for (const script of ['deliveries', 'api', 'latency']) {
  console.log(`\n${script}`)
  const child = spawn(process.execPath, [`bench/${script}.ts`], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
}
