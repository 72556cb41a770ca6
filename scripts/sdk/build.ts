import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, root } from '#scripts/steps'

const source = join(root, 'packages/sdk')

/** Builds the client library into a folder, ready to publish. */
export function buildSdk(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'README.md', 'LICENSE']) {
    cpSync(join(source, name), join(folder, name))
  }
  buildSdkCode(folder)
}

/** Builds only the code of the client library into its folder `dist`. */
export function buildSdkCode(folder: string): void {
  const dist = join(folder, 'dist')
  rmSync(dist, { recursive: true, force: true })
  run(bin('tsc'), ['-p', source, '--outDir', dist], root)
  for (const path of globSync('**/*.d.ts', { cwd: dist })) {
    const text = readFileSync(join(dist, path), 'utf8')
    // The compiler rewrites import paths in code, but not in declarations, so this step rewrites them.
    writeFileSync(join(dist, path), text.replace(/(['"])(\.\.?\/[^'"]+)\.ts\1/g, '$1$2.js$1'))
  }
}

/** Packs a built package. Returns the path of the tarball. */
export function packSdk(built: string, outputDir: string): string {
  mkdirSync(outputDir, { recursive: true })
  // A separate cache, because the user's cache may not be writable, as in a read-only home.
  const cache = join(outputDir, '.npm')
  const args = ['pack', '--json', '--ignore-scripts', `--pack-destination=${outputDir}`]
  const output = run('npm', [...args, `--cache=${cache}`], built)
  rmSync(cache, { recursive: true, force: true })
  const packed: unknown = JSON.parse(output)
  const [{ filename }] = Object.values(packed as Record<string, { filename: string }>) as [
    { filename: string },
  ]
  return join(outputDir, filename)
}

/** Runs a program. Returns its output. Throws with the whole output if the program fails. */
export function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, npm_config_update_notifier: 'false', NO_COLOR: '1' },
  })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`)
  return stdout
}
