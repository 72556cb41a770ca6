import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '#scripts/sdk/build'
import { bin, root } from '#scripts/steps'

const source = join(root, 'packages/cli')

/** Builds the command line package into a folder, ready to publish. */
export function buildCli(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'README.md', 'LICENSE'])
    cpSync(join(source, name), join(folder, name))
  buildCliCode(folder)
}

/** Builds only the code of the package, including the client library, into the package's folder `dist`. */
export function buildCliCode(folder: string): void {
  // The compiler output has the folders of two packages: the command line and the client library.
  const compiled = join(folder, 'compiled')
  run(bin('tsc'), ['-p', source, '--outDir', compiled], root)
  const dist = join(folder, 'dist')
  rmSync(dist, { recursive: true, force: true })
  cpSync(join(compiled, 'cli', 'src'), dist, { recursive: true })
  cpSync(join(compiled, 'sdk', 'src'), join(dist, 'sdk'), { recursive: true })
  rmSync(compiled, { recursive: true })
  writeFileSync(join(dist, 'sdk.js'), "export * from './sdk/index.js'\n")
  writeFileSync(join(dist, 'sdk-prove.js'), "export * from './sdk/prove.js'\n")
  chmodSync(join(dist, 'bin.js'), 0o755)
}
