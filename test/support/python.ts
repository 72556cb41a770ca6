import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '#scripts/steps'

const names = [
  'python3',
  'python3.14',
  'python3.13',
  'python3.12',
  'python3.11',
  'python3.10',
  'python',
]

/** Finds the name of a Python interpreter of version 3.10 or later. Returns undefined if there is none. */
function findPython(): string | undefined {
  const check = 'import sys; sys.exit(sys.version_info < (3, 10))'
  return names.find((name) => spawnSync(name, ['-c', check], { stdio: 'ignore' }).status === 0)
}

export const python = findPython()

/** The option `skip` of a test that needs Python. If Python is not installed, it is the reason to skip. */
export const withoutPython = python === undefined ? 'Python 3.10 or later is not installed' : false

export const pythonFolder = join(root, 'packages/python')

/**
 * Returns the environment of a Python process with the library in its path. The process writes no bytecode.
 */
export const pythonEnv = (variables: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  PYTHONPATH: join(pythonFolder, 'src'),
  PYTHONDONTWRITEBYTECODE: '1',
  ...variables,
})

/** Runs Python. Returns its exit code and its output. */
export function runPython(
  args: readonly string[],
  variables: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(python ?? 'python3', args, { cwd: pythonFolder, env: pythonEnv(variables) })
  let output = ''
  const append = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', append)
  child.stderr.on('data', append)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}
