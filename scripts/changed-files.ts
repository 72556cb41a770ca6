import { readGit } from './git.ts'
import { root } from './steps.ts'

/**
 * Finds the files that differ from the upstream branch, or from the last commit if there is no
 * upstream: committed, uncommitted and untracked files, by their paths from the root. Returns
 * no files outside a git checkout.
 */
export function findChangedFiles(): string[] {
  const upstream = git('diff', '--name-only', '@{upstream}')
  const changed = upstream ?? git('diff', '--name-only', 'HEAD') ?? []
  return [...changed, ...(git('ls-files', '--others', '--exclude-standard') ?? [])]
}

const git = (...args: string[]): string[] | undefined =>
  readGit(root, ...args)
    ?.split('\n')
    .filter((line) => line !== '')
