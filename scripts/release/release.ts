import { join } from 'node:path'
import { run } from '../sdk/build.ts'
import { readUnreleased, releaseChangelog } from './changelog.ts'
import { compareVersions, readVersion, setVersion, versionPattern } from './versions.ts'

export interface ReleaseOptions {
  /** The folder of the checkout to release. */
  root: string
  version: string
  /** The day of the release in UTC, such as 2026-11-22. */
  date: string
  isDryRun: boolean
  print: (line: string) => void
}

interface Step {
  description: string
  run: () => void
}

/**
 * Makes the commit, the tag and the packages of a release. Throws before the first change
 * if the release is not possible.
 */
export function release(options: ReleaseOptions): void {
  const { root, version, isDryRun, print } = options
  const problems = findProblems(root, version)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  for (const step of planSteps(options)) {
    print(`${isDryRun ? 'would' : '→'} ${step.description}`)
    if (!isDryRun) step.run()
  }
  print(`\nNothing is published yet. These commands publish:\n\n${publishCommands(version)}`)
}

function planSteps({ root, version, date }: ReleaseOptions): Step[] {
  const git = (...args: string[]) => run('git', args, root)
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
      run: () => run(process.execPath, [join(root, 'scripts/release-fixture.ts'), version], root),
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
      description: 'pack the client library and the command line into dist/',
      run: () =>
        run(process.execPath, [join(root, 'scripts/packages.ts'), join(root, 'dist')], root),
    },
  ]
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

const publishCommands = (version: string) =>
  [
    `git push origin HEAD v${version}`,
    'npm publish dist/sdk.tgz --access public',
    'npm publish dist/cli.tgz --access public',
    `docker buildx build -f deploy/Dockerfile --platform linux/amd64,linux/arm64 -t REGISTRY/bestow:${version} --push .`,
  ]
    .map((command) => `  ${command}`)
    .join('\n')
