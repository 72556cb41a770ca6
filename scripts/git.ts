import { spawnSync } from 'node:child_process'

/** Runs git in a folder. Returns its output, or undefined if git fails, for example outside a checkout. */
export function readGit(folder: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
  return status === 0 ? stdout : undefined
}
