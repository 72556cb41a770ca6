import { spawnSync } from 'node:child_process'
import { root } from './steps.ts'

/**
 * Returns the files that differ from the upstream branch, or from the last commit where there is no upstream: committed,
 * uncommitted and untracked files, by their paths from the root. Returns no files outside a git checkout.
 */
export function findChangedFiles(): string[] {
  const upstream = git('diff', '--name-only', '@{upstream}')
  const changed = upstream ?? git('diff', '--name-only', 'HEAD') ?? []
  return [...changed, ...(git('ls-files', '--others', '--exclude-standard') ?? [])]
}

function git(...args: string[]): string[] | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : undefined
}
