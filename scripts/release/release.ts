import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readGit } from '../git.ts'
import { run } from '../sdk/build.ts'
import { readUnreleased, releaseChangelog } from './changelog.ts'
import { compareVersions, readVersion, setVersion, versionPattern } from './versions.ts'

export interface ReleaseOptions {
  /** The folder of the checkout to release. */
  root: string
  version: string
  /** The day of the release in UTC, such as 2026-11-22. */
  date: string
  /** Whether the archives are made, too, which takes two minutes. */
  withArchives: boolean
  print: (line: string) => void
}

interface Step {
  description: string
  /** Changes the clone. Returns nothing, or a text for the user. */
  run: () => unknown
}

/**
 * Makes the commit, the tag and the files of a release. Throws before the first change if the release is not possible.
 */
export function release(options: ReleaseOptions): void {
  const { version, print } = options
  requirePossible(options)
  for (const step of planSteps(options)) {
    print(`→ ${step.description}`)
    const output = step.run()
    if (typeof output === 'string' && output !== '') print(output.trimEnd())
  }
  print(`\nNothing is published yet. To publish: ${publishCommand(version)}`)
}

/**
 * Makes a release in a temporary clone, with the packages of the checkout, and leaves the checkout as it is. The clone has
 * only what is committed.
 */
export function simulateRelease(options: ReleaseOptions): void {
  requirePossible(options)
  const folder = mkdtempSync(join(tmpdir(), 'bestow-release-'))
  const clone = join(folder, 'clone')
  try {
    run('git', ['clone', '--quiet', options.root, clone], folder)
    for (const name of ['user.name', 'user.email'])
      run(
        'git',
        ['config', name, readGit(options.root, 'config', name)?.trim() || 'Release'],
        clone,
      )
    symlinkSync(join(options.root, 'node_modules'), join(clone, 'node_modules'))
    writeFileSync(join(clone, '.git/info/exclude'), 'node_modules\n')
    release({ ...options, root: clone })
    options.print(`\nThis was a simulation in a temporary clone. Its commit:\n`)
    const changes = ['--stat', '--', '.', ':!test/fixtures']
    options.print(run('git', ['show', '--format=%s', 'HEAD', ...changes], clone).trimEnd())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function planSteps({ root, version, date, withArchives }: ReleaseOptions): Step[] {
  const git = (...args: string[]) => run('git', args, root)
  const runScript = (...args: string[]) => run(process.execPath, args, root)
  return [
    {
      description: `set the version from ${readVersion(root)} to ${version}`,
      run: () => setVersion(root, version),
    },
    {
      description: `move the Unreleased section of CHANGELOG.md to ${version} (${date})`,
      run: () => releaseChangelog(root, version, date),
    },
    {
      description: `write test/fixtures/releases/${version}, which later versions upgrade in their tests`,
      run: () => runScript('scripts/release-fixture.ts', version),
    },
    {
      description: `commit as "release: ${version}"`,
      run: () => {
        git('add', '--all')
        git('commit', '--quiet', '-m', `release: ${version}`)
      },
    },
    {
      description: `tag the commit v${version}`,
      run: () => git('tag', '--annotate', `v${version}`, '-m', `Bestow ${version}`),
    },
    {
      description: 'write the packages, the archives, the notes and the checksums into dist/',
      run: () =>
        runScript(
          ...['scripts/release-files.ts', '--tag', `v${version}`],
          ...(withArchives ? [] : ['--without-archives']),
        ),
    },
  ]
}

function requirePossible({ root, version }: ReleaseOptions): void {
  const problems = findProblems(root, version)
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

function findProblems(root: string, version: string): string[] {
  if (!versionPattern.test(version))
    return [`'${version}' is not a version. Usage: npm run release -- 1.2.3 [--dry-run]`]
  const problems: string[] = []
  const current = readVersion(root)
  if (compareVersions(version, current) < 0)
    problems.push(`${version} is older than the current version, ${current}.`)
  if (run('git', ['tag', '--list', `v${version}`], root).trim() !== '')
    problems.push(`The tag v${version} exists: choose a newer version.`)
  const changes = run('git', ['status', '--porcelain'], root).trimEnd()
  if (changes !== '')
    problems.push(`The tree has changes. Commit them or put them away first:\n${changes}`)
  if (readUnreleased(root) === '')
    problems.push('The Unreleased section of CHANGELOG.md is empty: say what users notice.')
  return problems
}

/** Returns the command after which the workflow of the tag, .github/workflows/release.yml, does the rest. */
const publishCommand = (version: string) => `git push origin HEAD v${version}`
