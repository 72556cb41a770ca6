import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildCli } from '#scripts/cli/build'
import { buildSdk, packSdk as pack, run } from '#scripts/sdk/build'
import { root } from '#scripts/steps'

/** Builds the client library and the command line in a workshop, and packs them with what they depend on. */
export function packPackages(workshop: string, outputDir: string): string[] {
  const sdk = join(workshop, 'sdk')
  const cli = join(workshop, 'cli')
  buildSdk(sdk)
  buildCli(cli)
  const { dependencies } = JSON.parse(
    readFileSync(join(root, 'packages/cli/package.json'), 'utf8'),
  ) as {
    dependencies: Record<string, string>
  }
  const externalDependencies = Object.keys(dependencies).filter((name) => name !== '@bestow/sdk')
  return [sdk, cli, ...externalDependencies.map((name) => join(root, 'node_modules', name))].map(
    (built) => pack(built, outputDir),
  )
}

/** Installs them in an empty folder as anybody would, only that no registry is asked. */
export function installPackages(
  tarballs: readonly string[],
  projectDir: string,
  cache: string,
): void {
  mkdirSync(projectDir, { recursive: true })
  const flags = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts']
  run('npm', ['install', ...flags, `--cache=${cache}`, ...tarballs], projectDir)
}
