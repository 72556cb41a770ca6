import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '#scripts/sdk/build'
import { bin, root } from '#scripts/steps'

const source = join(root, 'packages/cli')

/** Builds the client's command line into a folder that then holds what is published. */
export function buildCli(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'README.md', 'LICENSE'])
    cpSync(join(source, name), join(folder, name))
  buildCliCode(folder)
}

/** Builds only its code, into the folder `dist` there. The client library is part of it. */
export function buildCliCode(folder: string): void {
  // The compiler lays out what it was given as it stands in the repository: this package and the library.
  const compiled = join(folder, 'laid out')
  run(bin('tsc'), ['-p', source, '--outDir', compiled], root)
  const dist = join(folder, 'dist')
  rmSync(dist, { recursive: true, force: true })
  cpSync(join(compiled, 'cli', 'src'), dist, { recursive: true })
  cpSync(join(compiled, 'sdk', 'src'), join(dist, 'sdk'), { recursive: true })
  rmSync(compiled, { recursive: true })
  writeFileSync(join(dist, 'sdk.js'), "export * from './sdk/index.js'\n")
  chmodSync(join(dist, 'bin.js'), 0o755)
}
