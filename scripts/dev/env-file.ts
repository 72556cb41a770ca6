import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../steps.ts'

/** Adds the settings of `.env` to the environment. Variables that are set already take precedence. */
export function loadEnvFile(): void {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
