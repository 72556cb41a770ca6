import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildCli } from '#scripts/cli/build'
import { buildSdk, packSdk as pack, run } from '#scripts/sdk/build'
import { root } from '#scripts/steps'

/** Builds the client library and the command line in a temporary folder, and packs them with their dependencies. */
export function packPackages(tempDir: string, outputDir: string): string[] {
  const sdk = join(tempDir, 'sdk')
  const cli = join(tempDir, 'cli')
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

/** Installs the packages in an empty folder, as an integrator would, but without a registry. */
export function installPackages(
  tarballs: readonly string[],
  projectDir: string,
  cache: string,
): void {
  mkdirSync(projectDir, { recursive: true })
  const flags = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts']
  run('npm', ['install', ...flags, `--cache=${cache}`, ...tarballs], projectDir)
}
