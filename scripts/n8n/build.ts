import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, root } from '#scripts/steps'

const source = join(root, 'packages/n8n-nodes-bestow')
const entries = [
  'credentials/BestowApi.credentials',
  'nodes/Bestow/Bestow.node',
  'nodes/Bestow/BestowTrigger.node',
]

/** Builds the package of the n8n nodes into a folder, ready to pack: CommonJS, because n8n loads nodes with `require`. */
export function buildN8n(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'dist/nodes/Bestow'), { recursive: true })
  for (const name of ['README.md', 'LICENSE']) cpSync(join(source, name), join(folder, name))
  const { type: _, ...manifest } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
  const icon = 'nodes/Bestow/bestow.svg'
  cpSync(join(source, icon), join(folder, 'dist', icon))
  for (const entry of entries) {
    const { status, stderr } = spawnSync(
      bin('esbuild'),
      [
        join(source, `${entry}.ts`),
        ...['--bundle', '--format=cjs', '--platform=node', '--target=node20'],
        ...['--external:n8n-workflow', '--log-level=warning'],
        `--outfile=${join(folder, 'dist', `${entry}.js`)}`,
      ],
      { encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(stderr)
  }
}
