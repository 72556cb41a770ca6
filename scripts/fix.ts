import { spawnSync } from 'node:child_process'
import { bin } from './steps.ts'

/* Formats all files, applies the fixes of the linter, and regenerates all generated files. */

const commands = [
  [process.execPath, ['scripts/docs.ts']],
  [process.execPath, ['scripts/icons.ts']],
  [process.execPath, ['scripts/texts.ts', '--write']],
  [process.execPath, ['scripts/env-example.ts']],
  [process.execPath, ['scripts/openapi.ts']],
  [process.execPath, ['scripts/sdk.ts']],
  [process.execPath, ['scripts/n8n.ts']],
  [process.execPath, ['scripts/corpus.ts']],
  [process.execPath, ['scripts/golden.ts']],
  [bin('biome'), ['check', '--write', '--error-on-warnings']],
] as const

for (const [program, args] of commands) {
  const { status } = spawnSync(program, args, {
    cwd: `${import.meta.dirname}/..`,
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
