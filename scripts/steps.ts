import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { styleText } from 'node:util'

export const root = join(import.meta.dirname, '..')

/** Returns the path of a tool in node_modules. */
export const bin = (name: string) => join(root, 'node_modules', '.bin', name)

export interface Step {
  /** The subject of the check. */
  name: string
  program: string
  args: readonly string[]
}

/**
 * Runs a step, and prints one line with its result and duration. Prints the whole output if the step fails.
 */
export async function runStep({ name, program, args }: Step): Promise<boolean> {
  const start = performance.now()
  const { code, output } = await capture(program, args)
  const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`
  const mark = code === 0 ? styleText('green', '✔') : styleText('red', '✖')
  console.log(`${mark} ${name.padEnd(28)} ${styleText('dim', seconds)}`)
  if (code !== 0) console.log(`\n${output.trim()}\n`)
  return code === 0
}

function capture(program: string, args: readonly string[]) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const append = (chunk: string) => {
      output += chunk
    }
    child.stdout.setEncoding('utf8').on('data', append)
    child.stderr.setEncoding('utf8').on('data', append)
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
